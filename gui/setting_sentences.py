"""What each setting is called and what it does, in one sentence, in the order in which the dialog shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gui.words import Words


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of one setting.

    Attributes:
        unit: what stands behind the number; "" for none.
    """

    title: str
    text: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Settings that belong together, by the name of their field."""

    title: str
    settings: dict[str, Sentence]


def core_sections(words: Words) -> dict[str, Section]:
    """Return the sections of `core.settings.Settings` by a name that does not change with the language."""
    return {
        "scan": Section(words.say("Scan"), _files(words) | _bounds(words) | _workers(words)),
        "matching": Section(words.say("Matching"), _likeness(words) | _keepers(words)),
        "words": Section(words.say("Words"), _words(words)),
        "watching": Section(words.say("Watching"), _watching(words)),
        "privacy": Section(words.say("Privacy"), _privacy(words)),
    }


def choice_words(words: Words) -> dict[tuple[str, str], str]:
    """Return what the words of `core.settings.CHOICES` are called, by (field, choice)."""
    return {
        ("method", "verified"): words.say("Compare the texts themselves"),
        ("method", "simhash"): words.say("Classic: SimHash distance only"),
        ("weighting", "frequency"): words.say("How often a word occurs"),
        ("weighting", "tfidf"): words.say("How telling a word is (TF-IDF)"),
        ("across", "any"): words.say("Anywhere"),
        ("across", "across"): words.say("Only between two of the folders"),
        ("across", "inside"): words.say("Only within one folder"),
        ("inbox_rejects", "nothing"): words.say("Nothing; I decide"),
        ("inbox_rejects", "identical"): words.say("Identical files"),
        ("inbox_rejects", "same_text"): words.say("Identical files and the same text"),
        ("inbox_rejects", "similar"): words.say("These and similar documents"),
    }


def _files(words: Words) -> dict[str, Sentence]:
    return {
        "kinds": Sentence(words.say("Kinds of file"), words.say("A scan looks at these kinds of file.")),
        "include": Sentence(
            words.say("Only names like"),
            words.say("If any pattern stands here, only files that fit one are scanned: *.docx, contracts/*."),
        ),
        "exclude": Sentence(
            words.say("Not names like"), words.say("Files and folders that fit one of these patterns are passed over.")
        ),
        "excluded_folders": Sentence(
            words.say("Folders left out"), words.say("These folders and all that lies in them are never scanned.")
        ),
        "hidden": Sentence(
            words.say("Hidden files"),
            words.say("Looks at hidden files and folders as well; most people never need it."),
        ),
        "exact_only": Sentence(
            words.say("Identical files only"),
            words.say("Reads no text and finds only files in which every byte is the same; much faster."),
        ),
    }


def _bounds(words: Words) -> dict[str, Sentence]:
    return {
        "minimum_size": Sentence(
            words.say("Smallest file"), words.say("Smaller files are passed over; 0 means no limit."), words.say("KB")
        ),
        "maximum_size": Sentence(
            words.say("Largest file"), words.say("Larger files are passed over; 0 means no limit."), words.say("MB")
        ),
        "maximum_file": Sentence(
            words.say("Read the text of files up to"),
            words.say("Larger files are compared by their bytes only."),
            words.say("MB"),
        ),
        "maximum_text": Sentence(
            words.say("Longest text"),
            words.say("A document with more text than this is compared by its bytes only, and listed as too large."),
            words.say("characters"),
        ),
    }


def _workers(words: Words) -> dict[str, Sentence]:
    return {
        "worker_count": Sentence(
            words.say("Files read at once"),
            words.say("How many files are read at the same time; 0 lets Neartwin choose, and takes up to 4."),
        ),
        "worker_seconds": Sentence(
            words.say("Give up on a file after"),
            words.say("A document that takes longer to read is listed as a problem, and the scan goes on."),
            words.say("seconds"),
        ),
        "worker_memory": Sentence(
            words.say("Memory for one file"),
            words.say("A document that needs more memory is listed as a problem, and the scan goes on."),
            words.say("MB"),
        ),
    }


def _likeness(words: Words) -> dict[str, Sentence]:
    return {
        "similarity": Sentence(
            words.say("Similar from"),
            words.say("Two documents are listed as similar when at least this part of their text is the same."),
            words.say("%"),
        ),
        "floor": Sentence(
            words.say("Remember pairs from"),
            words.say("Pairs down to this likeness are kept, so the threshold can be moved without a new scan."),
            words.say("%"),
        ),
        "contained": Sentence(
            words.say("Contained from"),
            words.say("A shorter document counts as contained when this part of it stands inside a longer one."),
            words.say("%"),
        ),
        "minimum_tokens": Sentence(
            words.say("Shortest text to compare"),
            words.say("Texts with fewer words are found only when they are equal; short texts look alike by chance."),
            words.say("words"),
        ),
        "method": Sentence(
            words.say("Method"),
            words.say("Comparing the texts gives the true likeness; the classic method only compares fingerprints."),
        ),
        "hamming": Sentence(
            words.say("SimHash distance"),
            words.say(
                "With the classic method, two documents match when their SimHash fingerprints differ in at most this"
                " many of 64 bits (the Hamming distance); 3 is usual, more finds more and is wrong more often."
            ),
            words.say("bits"),
        ),
    }


def _keepers(words: Words) -> dict[str, Sentence]:
    return {
        "across": Sentence(
            words.say("Look for copies"), words.say("Where the two copies of a pair must lie to be listed.")
        ),
        "folder_ranking": Sentence(
            words.say("Folders you trust most"),
            words.say("Of identical files, the copy in the folder that stands highest here is proposed to stay."),
        ),
        "reference_folders": Sentence(
            words.say("Folders only compared against"),
            words.say("Files in these folders are found, but never proposed for deletion."),
        ),
        "template_folders": Sentence(
            words.say("Folders with your templates"),
            words.say(
                "Letterheads and standard terms: what stands in the documents of these folders makes no two documents"
                " alike, and a check also says how much is repeated without it. The folders must be on your list too."
            ),
        ),
    }


def _words(words: Words) -> dict[str, Sentence]:
    return {
        "weighting": Sentence(
            words.say("Weight of a word"), words.say("What makes a word count in the SimHash fingerprint.")
        ),
        "fold_variants": Sentence(
            words.say("Traditional equals Simplified"),
            words.say("Treats the Traditional and the Simplified form of a Chinese character as the same."),
        ),
        "user_words": Sentence(
            words.say("Your own words"),
            words.say("Names and terms that are kept whole when Chinese text is cut into words."),
        ),
        "stop_words": Sentence(
            words.say("Words that do not count"), words.say("These words are left out of the SimHash fingerprint.")
        ),
    }


def _watching(words: Words) -> dict[str, Sentence]:
    return {
        "settle_seconds": Sentence(
            words.say("Wait until a file is quiet for"),
            words.say("A file that was changed is read once nothing has written to it for this long."),
            words.say("seconds"),
        ),
        "inbox_rejects": Sentence(
            words.say("An inbox rejects"),
            words.say("New files in an inbox that repeat a document of your library like this are listed as rejected."),
        ),
        "inbox_accepts_new": Sentence(
            words.say("An inbox accepts what is new"),
            words.say("New files that nothing in your library is like are listed as accepted; else they wait for you."),
        ),
    }


def _privacy(words: Words) -> dict[str, Sentence]:
    return {
        "keep_texts": Sentence(
            words.say("Keep the texts of documents"),
            words.say(
                "Keeps the texts in the library on this computer; without them a comparison reads the files again."
            ),
        ),
    }
