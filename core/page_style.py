"""How the pages of the reports look: on a screen, light or dark, and on paper."""

from __future__ import annotations

from core.documents import Relation

_DIFFERENCES = """
ol.differences { margin: 0 0 16px; padding: 0 0 0 32px; } ol.differences li { margin: 4px 0; overflow-wrap: anywhere; }
p.left { margin: 0 0 16px; }
ol.differences del { color: var(--danger); text-decoration: line-through; background: none; }
ol.differences ins { color: var(--identical); text-decoration: underline; background: none; }
ol.differences li.critical del, ol.differences li.critical ins { background: var(--num); font-weight: 600; }
"""

PAGE_STYLE = (
    """
:root { color-scheme: light dark; --ground: #ffffff; --text: #16191f; --mute: #5b6270; --line: #dfe2e8;
  --identical: #08724c; --same_text: #1b56c9; --similar: #85500a; --contained: #6a3cc4; --danger: #b3261e;
  --num: #fdeaa8; }
@media (prefers-color-scheme: dark) { :root { --ground: #1b1f26; --text: #e8eaee; --mute: #a2a9b6; --line: #343a45;
  --identical: #4cc38a; --same_text: #7aa7ff; --similar: #e5b04f; --contained: #b99bff; --danger: #ff8a80;
  --num: #4a3d10; } }
@media print { :root { color-scheme: light; } body { margin: 0; max-width: none; } }
body { background: var(--ground); color: var(--text); margin: 32px auto; max-width: 1100px; padding: 0 24px;
  font: 13px/1.5 "Noto Sans", "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 20px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 32px 0 8px; }
p { margin: 4px 0; color: var(--mute); }
table { border-collapse: collapse; width: 100%; margin: 0 0 16px; break-inside: avoid; table-layout: fixed; }
caption { text-align: start; padding: 8px 0 4px; font-weight: 600; }
th, td { border-top: 1px solid var(--line); padding: 6px 8px; text-align: start; vertical-align: top;
  overflow-wrap: anywhere; }
th { font-weight: 500; color: var(--mute); } td.figure, th.figure { text-align: end; white-space: nowrap;
  font-variant-numeric: tabular-nums; } col.figure { width: 11%; } col.note { width: 24%; }
.tag { font-weight: 600; } .name { font-weight: 600; } .folder, .note { color: var(--mute); }
"""
    + _DIFFERENCES
    + "".join(f".{kind.value} {{ color: var(--{kind.value}); }}\n" for kind in Relation)
)
