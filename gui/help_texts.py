"""What the help says, in sections: every sentence is one of the catalogue, so that it follows the language at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gui.words import Words


@dataclass(frozen=True, slots=True)
class Section:
    """A page of the help.

    Attributes:
        name: does not change with the language; other parts of the window open a page by it.
        entries: headings, each with what stands under it; "" for no heading.
        picture: the name of a picture of the window, without language and ending; "" for none.
    """

    name: str
    title: str
    entries: tuple[tuple[str, str], ...]
    picture: str = ""


def help_sections(words: Words) -> tuple[Section, ...]:
    """Return the pages of the help in their order."""
    return (_first_steps(words), _kinds(words), _clearing(words), _checking(words), _glossary(words), _symptoms(words))


def _first_steps(words: Words) -> Section:
    say = words.say
    return Section(
        "start",
        say("First steps"),
        (
            (
                say("Add a folder"),
                say(
                    "Drop a folder on the window or press “Add folder”. It is scanned at once; identical files appear"
                    " while texts are still being read. You can stop at any time and keep what was found."
                ),
            ),
            (
                say("Look at what is alike"),
                say(
                    "The side bar lists four kinds of likeness. Choose a file in a group, and the two documents stand"
                    " side by side with every difference on top."
                ),
            ),
            (
                say("Mark what may go"),
                say(
                    "Tick files by hand or let a rule mark the surplus copies of identical files. Nothing moves before"
                    " you have seen the list of what goes and what stays."
                ),
            ),
            (
                say("Try it without risk"),
                say(
                    "“Try it with samples” copies a few documents to a folder of their own; do with them what you like."
                ),
            ),
        ),
        "identical",
    )


def _kinds(words: Words) -> Section:
    say = words.say
    return Section(
        "kinds",
        say("Four kinds of likeness"),
        (
            (say("Identical"), say("Every byte is the same, proved again at the moment when one of them is moved.")),
            (
                say("Same text"),
                say(
                    "Other bytes, the same words and signs: saved again, in another format, with another date. Where"
                    " pictures or objects differ, the row says so."
                ),
            ),
            (
                say("Similar"),
                say(
                    "At least the chosen part of the words of both is the same. The figure is computed from the texts"
                    " and rounded down. Versions are listed here, not copies: no rule ever marks one."
                ),
            ),
            (
                say("Contained"),
                say("Most of a shorter document stands inside a longer one. What is only in one of them is shown."),
            ),
        ),
        "similar",
    )


def _clearing(words: Words) -> Section:
    say = words.say
    return Section(
        "clearing",
        say("Moving files to the trash"),
        (
            (
                say("Before anything moves"),
                say(
                    "A list shows each file that goes and the copy that stays, folder by folder, with warnings first:"
                    " folders in the cloud, protected files, words that would exist nowhere else."
                ),
            ),
            (
                say("At the moment of moving"),
                say(
                    "Each file and its copy are read and compared once more. If one has changed since the scan, the"
                    " file is left alone and says why."
                ),
            ),
            (
                say("Bringing files back"),
                say(
                    "The journal lists every file that was moved. Choose rows, or a whole clean-up, and bring them"
                    " back to where they were."
                ),
            ),
        ),
        "plan",
    )


def _checking(words: Words) -> Section:
    say = words.say
    return Section(
        "checking",
        say("Checking new files"),
        (
            (
                say("Has the library this already?"),
                say(
                    "Drop files on the zone at the lower left. The answer says whether the same file, the same text, a"
                    " similar document or passages of it are in your folders, and where."
                ),
            ),
            (
                say("What it does not do"),
                say(
                    "Only your own library is asked. A file without text, or one that is too short, stays undecided"
                    " rather than being called unique."
                ),
            ),
        ),
        "checking",
    )


def _glossary(words: Words) -> Section:
    say = words.say
    return Section(
        "glossary",
        say("Glossary"),
        (
            (
                say("Library"),
                say("What Neartwin knows of your documents: names, digests, fingerprints and texts."),
            ),
            (say("Keeper"), say("The member of a group of equal files that is proposed to stay, with the reason.")),
            (
                say("Reference"),
                say("In a group of similar documents: the one that the figures of the others are relative to."),
            ),
            (say("Protected"), say("A file in a protected folder: it is compared, and never marked or moved.")),
            (
                say("MD5 and BLAKE3"),
                say("Digests: short numbers made from every byte of a file. Equal files have equal digests."),
            ),
            (
                say("SimHash"),
                say(
                    "A fingerprint of 64 bits made from the words of a text. Texts that share most words get"
                    " fingerprints that differ in few bits."
                ),
            ),
            (
                say("Hamming distance"),
                say(
                    "In how many of its 64 bits a SimHash differs from another: 0 to 64. Small distances only propose"
                    " pairs; the texts decide, unless you choose the classic method in the settings."
                ),
            ),
            (
                say("Threshold"),
                say("The similarity from which on two documents are listed. Moving it reads no file again."),
            ),
        ),
    )


def _symptoms(words: Words) -> Section:
    return Section("trouble", words.say("When something is wrong"), (*_missing(words), *_refusing(words)))


def _missing(words: Words) -> tuple[tuple[str, str], ...]:
    say = words.say
    return (
        (
            say("Two documents that look alike are not listed"),
            say(
                "Look under “Problem files”: scanned pages have no text, and a password keeps a text closed. Then lower"
                " the threshold above the list. Texts of fewer than 30 words are listed only when they are equal."
            ),
        ),
        (
            say("A scan takes very long"),
            say(
                "The first scan reads every text once; later ones open only what has changed. Add a folder of documents"
                " rather than a whole drive, and leave out folders of programs in the settings."
            ),
        ),
        (
            say("A folder is called offline"),
            say("Connect the disk or the network share. What is known of its files is kept until then."),
        ),
        (
            say("The letters are too small or too large"),
            say("Change the size of letters under Settings, Looks. Light, dark and the language are there too."),
        ),
    )


def _refusing(words: Words) -> tuple[tuple[str, str], ...]:
    say = words.say
    return (
        (
            say("A file was left alone"),
            say(
                "It changed since the scan, is protected, is open in another program, or is the last of its kind. The"
                " journal has the reason; scan again and look at the group once more."
            ),
        ),
        (
            say("There is no trash on this disk"),
            say(
                "Files are then moved to a dated folder on the same disk, from which the journal brings them back."
                " Deleting for good is always a separate question."
            ),
        ),
        (
            say("An antivirus program objects"),
            say(
                "Neartwin reads many files one after another, which some of these programs find suspicious. Check that"
                " your copy comes from the place you trust and that its checksum is right, then allow the program"
                " folder in your antivirus, and tell its maker of the false alarm. Do not switch the protection off."
            ),
        ),
        (
            say("“Something went wrong” appears"),
            say(
                "Copy the text of that window when you report it. It has no names of your files unless you tick that"
                " they may be in it."
            ),
        ),
    )
