"""Neartwin's core: finds copies and near copies among documents, and disposes of them safely. No Qt.

From a folder to a row
    scan.scan(roots, settings, library, workers, reporter) -> documents.ScanResult
        WALK     walk      folders to Documents; links, hard links, placeholders told apart; everything skipped has a reason
        DIGEST   digest    Documents to classes of identical files; reporter.found() shows them at once
        EXTRACT  analysis  in worker processes: one read gives MD5, BLAKE3, extract.Reading, canonical digest, tokens,
                           SimHash, sketch; kept by (content, extractor, version) so a moved file is never read twice
        COMPARE  compare   candidates (sketch bands, SimHash segments) -> the true similarity in workers -> pairs
        GROUP    grouping  pairs to stars with repair; selection proposes keepers; scan makes DuplicateGroups
    check.check(paths, settings, library, workers) -> verdicts: has the library this already?

From a mark back to the disk
    disposal.plan_disposals(...) -> Plan (pure, over all marks at once) -> dispose(plan, trash, journal, reporter)
    -> Outcome; journal.undo(...) brings back.

Words that this code uses
    document   a file that the walk found           content   equal bytes: files fold into contents
    text       equal canonical text: contents fold into texts; near duplicates are between texts
    reading    what an extractor got from a content  inventory digests of what is not text
    token      unit of the similarity (one Han character, a run of other letters); token ids are uint32
    word       jieba's, of two or more characters: the features of the SimHash
    sketch     128 x uint16, fast similarity sketching over 3-token shingles
    keeper     proposed to stay (identical, same text)   reference  what figures are relative to (similar, contained)

Who may know whom: gui -> core -> resources. Values: documents, errors, progress, settings, extract.reading.
Pure (no I/O, clock, chance, threads): text, fingerprint, similarity, candidates, containment, differences,
grouping, selection. SQL stands in index, decisions and schema only.
Four kinds of trouble are never mixed: Problem (a value), KnownError (a sentence with a next step), a bug, Cancelled.
"""
