"""Words for the SimHash: rjieba cuts, jieba proves that it cuts alike and is the fallback.

Both use jieba's dictionary. With the hidden Markov model off they agree token for token, which `Segmenter.agrees` can
show for any text. Every process asks it before it trusts rjieba: a probe whose cuts by jieba are known costs nothing;
where the probe is cut otherwise, or the user has words of their own, jieba itself is loaded and cuts the first texts
too. Where they differ, jieba goes on alone.
"""

from __future__ import annotations

import hashlib
import importlib
import logging
import os
import re
import warnings
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from core.characters import CharacterTable, code_points
from core.fingerprint import simhash_of
from core.text import folded
from core.word_counts import WordCounter
from resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

WORDS_VERSION: Final = "words 1"
"""Names the rules below; SimHashes made under another name are made again."""

STOP_WORDS_FILE: Final = "stop_words.txt"
CACHE_FILE: Final = "jieba-dictionary.cache"

SAMPLED_TEXTS: Final = 3
SAMPLED_LENGTH: Final = 2000
"""Of how many texts how many characters are cut by jieba too, where the probe does not settle it."""

PROBE: Final = (
    "南京市长江大桥和研究生命起源的乒乓球拍卖完了，该合同自双方签字之日起生效；甲方应于2025年3月1日前支付"
    "1,234.50元。工信处女干事每月经过下属科室，结婚的和尚未结婚的都在内：c++ plug-in 1.2.3 版本，漢語簡體與繁體轉換，"
    "不得擅自变更，必须经 naive bayes_model 检验；他说的确实在理，中国科学院计算技术研究所 α测试 ＡＢＣ、以及其他。"
)
"""Ambiguous, mixed and dull text; PROBE_DIGEST is of jieba's pieces of it."""

PROBE_DIGEST: Final = "8c34582ed1a0c5f5"

_RULE = re.compile("[+#&._%-]+")
"""Runs of the marks that jieba takes for letters: no words."""


_LOG = logging.getLogger(__name__)


class Engine(StrEnum):
    """What cuts the words."""

    RJIEBA = "rjieba"
    JIEBA = "jieba"


class Segmenter:
    """Cuts texts into words.

    Attributes:
        engine: what cuts.
    """

    def __init__(
        self,
        cache_folder: str | None = None,
        user_words: Iterable[str] = (),
        stop_words: Iterable[str] = (),
        engine: Engine | None = None,
    ) -> None:
        """Load the dictionary: 0.1 s with rjieba, 0.7 s with jieba.

        Args:
            cache_folder: where jieba may keep its parsed dictionary, which saves a tenth of a second: a folder of the
                user's own, never a shared one. None: nowhere.
            user_words: words that are never cut; taken case folded, like the texts.
            stop_words: words left out besides the list in `resources`.
            engine: by default rjieba where it is installed, else jieba.
        """
        self._cache_folder = cache_folder
        self._user_words = tuple(sorted({folded(word).strip() for word in user_words} - {""}))
        own = frozenset(folded(word).strip() for word in stop_words)
        self._stop_words = listed_stop_words() | own
        self.engine = engine or (Engine.RJIEBA if _has_rjieba() else Engine.JIEBA)
        self._cut = self._make(self.engine)
        self._counter = WordCounter(self._cut, self._counts)
        self._to_prove = 0 if self._is_proved() else SAMPLED_TEXTS
        choices = "\n".join((*self._user_words, "", *sorted(own)))
        choice = hashlib.blake2b(choices.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
        self._choice = f"{WORDS_VERSION} {{}} {choice}"

    @property
    def maker(self) -> str:
        """The name of the engine, the rules and the user's words."""
        return self._choice.format(self.engine)

    def cut(self, text: str) -> list[str]:
        """Return all pieces of `text`, punctuation and white space included, as the dictionary cuts them."""
        return self._cut(text)

    def words(self, text: str) -> list[str]:
        """Return the words of `text` that count for the SimHash: two or more characters, case folded, no stop words."""
        return [word for word in self._pieces(text) if self._counts(word)]

    def weights(self, text: str, weighting: str = "frequency") -> Mapping[str, float]:
        """Return the weight of each word of `text`.

        Args:
            weighting: "frequency", or "tfidf" for frequency times jieba's inverse document frequency.
        """
        words, weights = self._weighted(folded(text), weighting)
        return dict(zip(self._counter.words(words), weights.tolist(), strict=True))

    def folded_simhash(self, text: str, weighting: str = "frequency") -> int | None:
        """Return the SimHash of the words of a folded text; None where no word counts."""
        if self._to_prove:
            self._prove(text)
        words, weights = self._weighted(text, weighting)
        return simhash_of(self._counter.votes(words), weights) if len(words) else None

    def _weighted(self, text: str, weighting: str) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return the numbers of the words of a folded text, and their weights."""
        words, times = self._counter.counts(*_parted(text))
        frequency = times.astype(np.float64)
        if weighting != "tfidf":
            return words, frequency
        rarity, usual = inverse_document_frequencies()
        return words, frequency * np.array([rarity.get(word, usual) for word in self._counter.words(words)])

    def agrees(self, text: str) -> bool:
        """Return whether jieba cuts `text` into the same pieces; loads jieba's dictionary on the first call."""
        if self.engine is Engine.JIEBA:
            return True
        return self._make(Engine.JIEBA)(text) == self._cut(text)

    def _is_proved(self) -> bool:
        """Return whether jieba need not be asked: it cuts by itself, or the probe is cut as it would."""
        return self.engine is Engine.JIEBA or (not self._user_words and probe_digest(self._cut) == PROBE_DIGEST)

    def _prove(self, text: str) -> None:
        """Cut the beginning of a text by jieba too; go on with jieba alone where it comes out otherwise."""
        self._to_prove -= 1
        if not self.agrees(text[:SAMPLED_LENGTH]):
            _LOG.warning("rjieba cuts unlike jieba, which goes on alone")
            self.engine, self._to_prove = Engine.JIEBA, 0
            self._cut = self._make(self.engine)
            self._counter = WordCounter(self._cut, self._counts)
        elif not self._to_prove:
            _jieba.cache_clear()  # its dictionary takes more memory than all else here

    def _pieces(self, text: str) -> list[str]:
        text, others = _parted(folded(text))
        return self._cut(text) + others

    def _counts(self, word: str) -> bool:
        return len(word) > 1 and word not in self._stop_words and not word.isspace() and not _RULE.fullmatch(word)

    def _make(self, engine: Engine) -> Callable[[str], list[str]]:
        if engine is Engine.RJIEBA:
            return _rjieba(self._user_words)
        return _jieba(self._cache_folder, self._user_words)


def probe_digest(cut: Callable[[str], list[str]]) -> str:
    """Return a digest of the pieces that the probe is cut into."""
    return hashlib.blake2b("\n".join(cut(PROBE)).encode(), digest_size=8).hexdigest()


def _parted(text: str) -> tuple[str, list[str]]:
    """Return a folded text without the runs of letters that are neither ASCII nor Han, and these runs."""
    if text.isascii() or not (_other_letters().of(code_points(text)) > 1).any():
        return text, []
    runs = _runs_of_other_letters()
    return runs.sub(" ", text), runs.findall(text)


@cache
def _runs_of_other_letters() -> re.Pattern[str]:
    """Runs with a letter that is neither ASCII nor Han: jieba knows no words of theirs and would cut them into letters.

    Compiled when the first comes: it takes 6 ms.
    """
    return re.compile(
        "(?<![^\\W_\u3400-\u9fff])[\\da-z]*[^\\W\\d_a-z\u3400-\u9fff\U00020000-\U000323af][^\\W_\u3400-\u9fff]*"
    )


@cache
def _other_letters() -> CharacterTable:
    return CharacterTable(lambda character: 2 if _is_other_letter(character) else 1)


def _is_other_letter(character: str) -> bool:
    is_known = "a" <= character <= "z" or "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U000323af"
    return character.isalnum() and not character.isdecimal() and not is_known


@lru_cache(maxsize=4)
def segmenter(
    cache_folder: str | None = None, user_words: tuple[str, ...] = (), stop_words: tuple[str, ...] = ()
) -> Segmenter:
    """Return the segmenter of these choices, loaded once a process."""
    return Segmenter(cache_folder, user_words, stop_words)


def weights(
    text: str, user_words: tuple[str, ...] = (), stop_words: tuple[str, ...] = (), weighting: str = "frequency"
) -> Mapping[str, float]:
    """Return the weight of each word of `text`, as `Segmenter.weights` does."""
    return segmenter(None, user_words, stop_words).weights(text, weighting)


@cache
def listed_stop_words() -> frozenset[str]:
    """Return the stop words of the program's own list."""
    lines = resource_path(STOP_WORDS_FILE).read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


@cache
def inverse_document_frequencies() -> tuple[Mapping[str, float], float]:
    """Return jieba's table of inverse document frequencies, and the median for words that it lacks."""
    folder = os.path.dirname(_module("jieba").__file__)
    with open(os.path.join(folder, "analyse", "idf.txt"), encoding="utf-8") as file:
        table = {word: float(value) for word, value in (line.split() for line in file)}
    return table, sorted(table.values())[len(table) // 2]


def _has_rjieba() -> bool:
    try:
        importlib.import_module("rjieba")
    except ImportError:
        return False
    return True


@cache
def _module(name: str) -> Any:
    """Return jieba or rjieba, neither of which has type hints, without the noise of the import."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = importlib.import_module(name)
    logging.getLogger("jieba").setLevel(logging.ERROR)
    return module


@cache
def _rjieba(user_words: tuple[str, ...]) -> Callable[[str], list[str]]:
    module = _module("rjieba")
    dictionary = module.Jieba() if user_words else module  # the module has one loaded, which saves a tenth of a second
    for word in user_words:
        dictionary.add_word(word, dictionary.suggest_freq(word), None)

    def cut(text: str) -> list[str]:
        pieces: list[str] = dictionary.cut(text, False)
        return pieces

    return cut


@cache
def _jieba(cache_folder: str | None, user_words: tuple[str, ...]) -> Callable[[str], list[str]]:
    dictionary = _module("jieba").Tokenizer()
    if cache_folder is None:
        dictionary.FREQ, dictionary.total = dictionary.gen_pfdict(dictionary.get_dict_file())
        dictionary.initialized = True
    else:
        os.makedirs(cache_folder, mode=0o700, exist_ok=True)
        dictionary.tmp_dir, dictionary.cache_file = cache_folder, CACHE_FILE
        dictionary.initialize()
    for word in user_words:
        dictionary.add_word(word, dictionary.suggest_freq(word))

    def cut(text: str) -> list[str]:
        pieces: list[str] = dictionary.lcut(text, HMM=False)
        return pieces

    return cut
