"""OpenDocument: every kind of text once and in its place, packages and flat files alike."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from core.extract.reading import PartKind, Status
from tests.unit.extract.making import PNG, reading, text_of, zipped

if TYPE_CHECKING:
    from core.extract.reading import Reading

NAMES = ("office", "text", "table", "style", "form", "presentation", "meta", "manifest")
SPACES = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in NAMES) + (
    ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:m="http://www.w3.org/1998/Math/MathML"'
)
MIME = "application/vnd.oasis.opendocument."
KINDS = {"odt": "text", "ods": "spreadsheet", "odp": "presentation"}


def content(form: str, inner: str, styles: str = "") -> str:
    kind = KINDS[form]
    automatic = f"<office:automatic-styles>{styles}</office:automatic-styles>"
    body = f"<office:body><office:{kind}>{inner}</office:{kind}></office:body>"
    return f"<office:document-content {SPACES}>{automatic}{body}</office:document-content>"


def odf(form: str, inner: str, others: dict[str, bytes | str] | None = None, styles: str = "") -> bytes:
    members: dict[str, bytes | str] = {"mimetype": MIME + KINDS[form], "content.xml": content(form, inner, styles)}
    return zipped(members | (others or {}))


def odt(inner: str, others: dict[str, bytes | str] | None = None, styles: str = "") -> Reading:
    return reading(odf("odt", inner, others, styles), "a.odt")


def p(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def test_paragraphs_with_tabs_spaces_and_breaks() -> None:
    assert (
        odt(p('a<text:tab/>b<text:s text:c="3"/>c<text:line-break/>d') + "<text:h>e</text:h>").body == "a\tb   c\nd\ne"
    )


def test_notes_remarks_and_deletions_stand_apart() -> None:
    deletion = (
        "<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>X</dc:creator>"
        f"</office:change-info>{p('gone')}</text:deletion></text:changed-region></text:tracked-changes>"
    )
    note = (
        f"<text:note><text:note-citation>1</text:note-citation><text:note-body>{p('note')}</text:note-body></text:note>"
    )
    remark = f"<office:annotation><dc:creator>X</dc:creator><dc:date>2020</dc:date>{p('remark')}</office:annotation>"
    found = odt(deletion + p(f"be{note}fore{remark} after"))
    assert found.body == "before after"
    assert text_of(found, PartKind.NOTE) == "note"
    assert text_of(found, PartKind.COMMENT) == "remark"
    assert text_of(found, PartKind.DELETED) == "gone"


def test_a_frame_counts_once_and_apart_from_the_paragraph_that_holds_it() -> None:
    frame = f"<draw:frame><draw:text-box>{p('framed')}</draw:text-box></draw:frame>"
    assert sorted(odt(p(f"one {frame}two")).body.split("\n")) == ["framed", "one two"]


def test_headers_come_from_the_master_pages_without_page_numbers() -> None:
    master = (
        f"<office:document-styles {SPACES}><office:master-styles><style:master-page><style:header>{p('Letterhead')}"
        f"</style:header><style:footer>{p('page <text:page-number>7</text:page-number>')}</style:footer>"
        f"<style:header-left style:display='false'>{p('not shown')}</style:header-left></style:master-page>"
        "</office:master-styles></office:document-styles>"
    )
    found = odt(p("body"), {"styles.xml": master})
    assert (text_of(found, PartKind.HEADER), text_of(found, PartKind.FOOTER)) == ("Letterhead", "page")
    assert "not shown" not in found.text


def test_hidden_text_is_hidden() -> None:
    style = '<style:style style:name="T1"><style:text-properties text:display="none"/></style:style>'
    found = odt(p('a<text:span text:style-name="T1">secret</text:span>b'), styles=style)
    assert (found.body, text_of(found, PartKind.HIDDEN)) == ("ab", "secret")


def test_the_recipe_of_an_index_is_no_text() -> None:
    source = (
        "<text:table-of-content><text:table-of-content-source><text:index-title-template>Contents"
        "</text:index-title-template></text:table-of-content-source><text:index-body>"
        + p("1 Scope")
        + "</text:index-body>"
        "</text:table-of-content>"
    )
    assert odt(source).body == "1 Scope"


def test_form_fields_tell_their_state() -> None:
    forms = (
        '<office:forms><form:form><form:checkbox form:label="agreed" form:current-state="checked"/>'
        '<form:text form:current-value="typed"/></form:form></office:forms>'
    )
    assert text_of(odt(forms + p("x")), PartKind.FIELD).split() == ["☑agreed", "typed"]


def test_cells_and_rows_that_repeat_are_repeated_and_empty_ones_are_not() -> None:
    def cell(text: str, attributes: str = "") -> str:
        return f"<table:table-cell {attributes}>{text}</table:table-cell>"

    def row(cells: str, repeats: int = 1) -> str:
        return f'<table:table-row table:number-rows-repeated="{repeats}">{cells}</table:table-row>'

    twice, many = 'table:number-columns-repeated="2"', 'table:number-columns-repeated="16000"'
    rows = row(cell(p("a")) + cell(p("b"), twice) + cell("", many))
    rows += row(cell(""), 1_048_576) + row(cell("", 'office:value="5"'), 2)
    found = reading(odf("ods", f'<table:table table:name="Prices">{rows}</table:table>'), "a.ods")
    assert found.body == "a\tb\tb\n5\n5"
    assert text_of(found, PartKind.HEADER) == "Prices"


def test_slides_follow_each_other_with_their_notes() -> None:
    frame = "<draw:frame><draw:text-box>{}</draw:text-box></draw:frame>"
    slide = f"<draw:page>{frame}<presentation:notes>{{}}</presentation:notes></draw:page>"
    number = "<text:page-number>&lt;number&gt;</text:page-number>"
    found = reading(odf("odp", slide.format(p("one"), p("say one") + p(number)) + slide.format(p("two"), "")), "a.odp")
    assert found.body.split() == ["one", "two"]
    assert text_of(found, PartKind.NOTE) == "say one"


def test_powers_and_fractions_of_a_formula_differ_from_plain_rows() -> None:
    def formula(inner: str) -> Reading:
        math = f"<m:math {SPACES}><m:semantics>{inner}<m:annotation>x</m:annotation></m:semantics></m:math>"
        return odt(p("see"), {"Object 1/content.xml": math})

    power = formula("<m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup>")
    row = formula("<m:mrow><m:mi>x</m:mi><m:mn>2</m:mn></m:mrow>")
    assert text_of(power, PartKind.FORMULA) == "x ^ 2"
    assert text_of(row, PartKind.FORMULA) == "x 2"
    assert power.inventory != row.inventory


def test_a_flat_file_reads_like_its_package() -> None:
    picture = f"<draw:image><office:binary-data>{base64.b64encode(PNG).decode()}</office:binary-data></draw:image>"
    flat = (
        content("odt", p("same") + picture)
        .replace("document-content", "document")
        .replace("<office:document ", f'<office:document office:mimetype="{MIME}text" ')
    )
    packed = odt(p("same"), {"Pictures/1.png": PNG})
    found = reading(f'<?xml version="1.0"?>{flat}'.encode(), "a.fodt")
    assert (found.body, found.inventory) == (packed.body, packed.inventory)
    assert (found.format, found.status) == ("odt", Status.OK)


def test_a_locked_document_is_told() -> None:
    entry = '<manifest:file-entry manifest:full-path="content.xml" manifest:size="9">{}</manifest:file-entry>'
    manifest = f"<manifest:manifest {SPACES}>{entry.format('<manifest:encryption-data/>')}</manifest:manifest>"
    assert odt(p("x"), {"META-INF/manifest.xml": manifest}).status is Status.ENCRYPTED
    assert odt(p("x"), {"encrypted-package": b"x"}).status is Status.ENCRYPTED
    assert (
        odt(p("x"), {"META-INF/manifest.xml": manifest.replace("<manifest:encryption-data/>", "")}).status is Status.OK
    )


def test_declared_entities_are_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + content("odt", p("&b;"))
    found = reading(zipped({"mimetype": MIME + "text", "content.xml": bomb}), "a.odt")
    assert (found.status, found.parts) == (Status.DAMAGED, ())


def test_macros_are_inventory_and_never_run() -> None:
    found = odt(p("x"), {"Basic/Standard/Module1.xml": "<script>Sub Main</script>", "Basic/script-lc.xml": "<x/>"})
    assert [item.kind for item in found.inventory] == ["macro"]


def test_hidden_sheets_and_hidden_slides_are_hidden() -> None:
    hiding = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>'
    sheet = f'<table:table table:name="S" table:style-name="h"><table:table-row><table:table-cell>{p("secret")}'
    sheet += "</table:table-cell></table:table-row></table:table>"
    found = reading(odf("ods", sheet, styles=hiding), "a.ods")
    assert (found.body, text_of(found, PartKind.HIDDEN)) == ("", "secret")
    properties = '<style:drawing-page-properties presentation:visibility="hidden"/>'
    hiding = f'<style:style style:name="h">{properties}</style:style>'
    box = f"<draw:frame><draw:text-box>{p('{}')}</draw:text-box></draw:frame>"
    page = f'<draw:page draw:style-name="{{}}">{box}</draw:page>'
    found = reading(odf("odp", page.format("h", "secret") + page.format("", "shown"), styles=hiding), "a.odp")
    assert (found.body, text_of(found, PartKind.HIDDEN)) == ("shown", "secret")
