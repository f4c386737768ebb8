"""Electronic books and OFD: pages in their order, furniture apart, locks told."""

from __future__ import annotations

from core.extract.reading import PartKind, Status
from tests.unit.extract.making import PNG, reading, text_of, zipped

CONTAINER = '<container xmlns="x"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
PAGE = "<html><head><title>Always the same</title></head><body><p>{}</p></body></html>"
OFD = "http://www.ofdspec.org/2016"


def epub(others: dict[str, bytes | str] | None = None) -> bytes:
    items = "".join(f'<item id="{n}" href="pages/{n}.xhtml" media-type="application/xhtml+xml"/>' for n in "ab")
    items += '<item id="p" href="p.png" media-type="image/png"/>'
    spine = '<spine><itemref idref="b"/><itemref idref="a"/></spine>'
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": CONTAINER,
            "OPS/book.opf": f"<package xmlns='x'><manifest>{items}</manifest>{spine}</package>",
            "OPS/pages/a.xhtml": PAGE.format("第二章"),
            "OPS/pages/b.xhtml": PAGE.format("第一章"),
            "OPS/p.png": PNG,
            **(others or {}),
        }
    )


def test_chapters_come_in_the_order_of_the_spine_without_the_titles_of_their_files() -> None:
    found = reading(epub(), "a.epub")
    assert found.body == "第一章\n第二章"
    assert [item.kind for item in found.inventory] == ["picture"]


def test_a_book_whose_pages_are_locked_is_told_and_one_with_locked_fonts_is_read() -> None:
    lock = '<encryption xmlns="x"><EncryptedData><CipherReference URI="OPS/{}"/></EncryptedData></encryption>'
    assert reading(epub({"META-INF/encryption.xml": lock.format("pages/a.xhtml")}), "a.epub").status is Status.ENCRYPTED
    assert reading(epub({"META-INF/encryption.xml": lock.format("font.otf")}), "a.epub").body == "第一章\n第二章"


def test_pages_are_found_where_the_package_is_lost() -> None:
    assert reading(epub({"OPS/book.opf": "<package"}), "a.epub").body == "第二章\n第一章"


def ofd(pages: list[str], others: dict[str, bytes | str] | None = None, template: str = "") -> bytes:
    root = "<ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot>"
    listed = "".join(f'<ofd:Page ID="{n}" BaseLoc="Pages/{n}.xml"/>' for n in range(len(pages)))
    page = f'<ofd:Page xmlns:ofd="{OFD}"><ofd:Content><ofd:Layer>{{}}</ofd:Layer></ofd:Content></ofd:Page>'
    common = '<ofd:CommonData><ofd:TemplatePage ID="9" BaseLoc="T.xml"/></ofd:CommonData>' if template else ""
    return zipped(
        {
            "OFD.xml": f'<ofd:OFD xmlns:ofd="{OFD}"><ofd:DocBody>{root}</ofd:DocBody></ofd:OFD>',
            "Doc_0/Document.xml": f'<ofd:Document xmlns:ofd="{OFD}">{common}{listed}</ofd:Document>',
            "Doc_0/T.xml": page.format(template),
            **{f"Doc_0/Pages/{n}.xml": page.format(inner) for n, inner in enumerate(pages)},
            **(others or {}),
        }
    )


def words(text: str, left: float, top: float, width: float = 40) -> str:
    code = f'<ofd:TextCode X="0" Y="4">{text}</ofd:TextCode>'
    return f'<ofd:TextObject Boundary="{left} {top} {width} 5">{code}</ofd:TextObject>'


def test_text_objects_of_one_line_are_one_line() -> None:
    page = (
        words("购买方", 10, 10, 20)
        + words("名称:", 30, 10.5, 20)
        + words("某公司", 80, 10)
        + words("金额 ¥100.00", 10, 30)
    )
    found = reading(ofd([page]), "a.ofd")
    assert found.body == "购买方名称: 某公司\n金额 ¥100.00"
    assert (found.status, found.format) == (Status.OK, "ofd")


def test_the_form_of_a_template_stands_apart() -> None:
    found = reading(ofd([words("某公司", 10, 10)], template=words("增值税电子普通发票", 10, 5)), "a.ofd")
    assert (found.body, text_of(found, PartKind.HEADER)) == ("某公司", "增值税电子普通发票")


def test_signatures_and_pictures_of_an_ofd_are_inventory() -> None:
    found = reading(
        ofd([words("x", 1, 1)], {"Doc_0/Signs/Sign_0/SignedValue.dat": b"s", "Doc_0/Res/a.png": PNG}), "a.ofd"
    )
    assert sorted(item.kind for item in found.inventory) == ["picture", "signature"]


def test_an_ofd_without_its_document_is_damaged() -> None:
    assert reading(zipped({"OFD.xml": f'<ofd:OFD xmlns:ofd="{OFD}"/>'}), "a.ofd").status is Status.DAMAGED
