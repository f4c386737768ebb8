"""Neartwin's core: finds copies and near copies among documents, and disposes of them safely. No Qt.

From a folder to a row
    scan.scan(roots, settings, library, workers, reporter) -> documents.ScanResult
        WALK     walk (filters, places, volumes)   folders to Documents; everything passed over has a reason
        DIGEST   digest, comparison                classes of equal bytes; told at once by reporter.found()
                 stock                             both stages against the index; recall: nothing changed
        EXTRACT  intake -> analysis in workers     one read of a file: MD5, BLAKE3, extract.Reading, canonical digest,
                 (text, segmentation, fingerprint) tokens, SimHash, sketch; kept by content, extractor and version
        COMPARE  near -> compare                   candidates (sketch bands), containment, crowds; the texts decide in
                 (candidates, verification, ...)   workers: usual pairs many at once (text_rows, pair_columns), others
                                                   one by one (similarity, anchors); classic: the fingerprints decide
                 lookups (sorted_texts)            a file of sorted fingerprints beside the index (lookup_file): few new
                                                   texts, and checks, read its pages that they need, never all texts
        GROUP    results, near_results, grouping   stars with repair; selection proposes keepers; folders overlap
    regroup.regroup                                another threshold: the stored pairs, nothing on the disk
    check.check(paths, ...) -> verdicts            has the library this already? (check_table, nearest, passages);
                                                   submissions against each other; side_by_side, check_report show it
    audit.arrivals, audit.audit                    an inbox: each new file is checked, then accepted, rejected or waits
    audit_team.take_answers                        what the team has of them waits, with who has it
    watch.Watch                                    watchdog's events to settled sets of paths (settling), folder states
    live.refresh(changed, ...) -> Refreshed        a settled set of paths to index states: moves, partial_stock; whole
                                                   folders where events were lost or cannot be had (reconciliation)
    live_result.result_now, repeats                what is shown of a watched library, from the index alone

A library, looked after
    library.Library, write_lock     open; one writer at a time over processes; a damaged index is set aside
    care                            size, integrity, backups, compaction, forgetting a folder with its texts
    exchange, snapshot              one file to carry; a shared library read-only, from a local copy
    library_choice, libraries       which library: named, portable, chosen, the user's own; erasing everything
    `neartwin library ...`          the same by the command line (library_command)

With others
    team.publish                    fingerprints of shared folders to a Redis server, by check sums (team_shares,
                                    team_writing; how it lies there: team_layout; connection, troubles: team_server)
    team_answers, team_check        what the team says after the library: identical, or close by fingerprint
    cluster.Cluster                 the workers of a Dask cluster behind workers.Runner
    merging (merged_rows)           one library into another; what one has that another lacks

From a mark back to the disk
    rules, selection, pair_hints    marks by rule, with reasons; nothing similar or contained is marked by a rule
    plan.plan_disposals             pure, over all marks at once: what goes, what stays, what is refused, what is lost
    packed_groups.PackedGroups      groups as bytes: what a window holds for hours takes a third of the memory
    late_numpy                      numpy where a window needs it: loaded at its first use, after the first painting
    disposal.dispose                proof at the moment of the act, rename aside, trash, journal (disk, proof, trash)
    journal.undo, recovery.recover  back from trash, holding folder, links; journal and disk agree after a kill

Versions
    newer.newest_version            one question to one address, only where the user turned that on

Words that this code uses
    document   a file that the walk found           content    equal bytes: files fold into contents
    text       equal canonical text: contents fold into texts; near duplicates are between texts
    reading    what an extractor got from a content  inventory  digests of what is not text
    token      unit of the similarity (one Han character, a run of other letters); token ids are uint32
    word       jieba's, of two or more characters: the features of the SimHash
    sketch     128 x uint16, fast similarity sketching over 3-token shingles
    keeper     proposed to stay (identical, same text)   reference  what figures are relative to (similar, contained)

Who may know whom: gui -> core -> resources. Values: documents, errors, progress, settings, actions, extract.reading.
Pure modules (text, fingerprint, similarity, candidates, grouping, selection, plan, ...) know no I/O, clock, chance or
threads; tests/architecture holds the list. SQL stands in schema (opening, numbered steps), index, text_index and
shared_rows (index.db), decisions and journal_table (decisions.db), merged_rows (both): a file of 400 lines each would
not have held it.
Four kinds of trouble are never mixed: Problem (a value), KnownError (a sentence with a next step), a bug, Cancelled.
"""
