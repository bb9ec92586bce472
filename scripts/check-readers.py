#!/usr/bin/env python3
"""Reads real files with benchmarks.jar and with Python's own parsers, and compares all keys and values.

  scripts/check-readers.py FOLDER [benchmarks.jar]

FOLDER has amazon/ and wikipedia/, the samples that STORAGE_BENCH_REAL_DATA names for the tests. Other forms are made of
them by other programs (Python, zstd, sqlite3) in a temporary folder. Prints a line for each kind: files,
records, how many are equal; and for what is refused the way in that its message must name. Ends with 1 if any differs.
"""
import bz2, csv, gzip, io, json, lzma, os, shutil, sqlite3, struct, subprocess, sys, tarfile, tempfile, zipfile
import xml.etree.ElementTree as etree

DATA = os.path.abspath(sys.argv[1])
JAR = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else 'benchmarks.jar')
TEMP = tempfile.mkdtemp(prefix='check-readers')
failures = 0


def last_wins(records):
    """Equal keys: the last record counts, in its place."""
    last = {key: i for i, (key, _) in enumerate(records)}
    return [record for i, record in enumerate(records) if last[record[0]] == i]


def packed(file):
    """The records of a packed record file, by docs/packed-record-file.md."""
    data = open(file, 'rb').read()
    assert data[:8] == b'SBRECORD' and struct.unpack_from('<I', data, 8)[0] == 2
    length, offset = struct.unpack_from('<IQ', data, 12)
    records = []

    def varint(at):
        value = shift = 0
        while True:
            byte = data[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return value, at

    for entry in json.loads(data[offset:offset + length])['frames']:
        frame, head, count = entry['offset'], entry['headBytes'], entry['records']
        at, value = frame + 48, frame + head
        for _ in range(count):
            key_bytes, at = varint(at)
            value_bytes, at = varint(at)
            records.append((data[at:at + key_bytes], data[value:value + value_bytes]))
            at, value = at + key_bytes, value + value_bytes
    return records


def jar(*arguments):
    done = subprocess.run(['java', '-jar', JAR, 'data', *arguments], capture_output=True, timeout=300)
    return done.returncode, (done.stdout + done.stderr).decode('utf-8', 'replace')


def reads(kind, files, parse):
    """Each file, which may be a data set such as kv:FILE;key=1, has what the parser finds."""
    global failures
    records = equal = 0
    for file in files:
        out = os.path.join(TEMP, 'out.records')
        code, text = jar('pack', '--force', file, out)
        expected = last_wins(parse(file))
        found = packed(out) if code == 0 else []
        records += len(expected)
        equal += len(expected) if found == expected else 0
        if found != expected:
            failures += 1
            print('DIFFERS', file, len(found), 'records instead of', len(expected), text.strip()[-300:])
    print(f'{kind} | {len(files)} | {records:,} | {equal:,} equal')


def refuses(kind, file, way_in):
    global failures
    code, text = jar('pack', '--force', file, os.path.join(TEMP, 'refused.records'))
    ok = code == 1 and way_in in text and '\tat ' not in text
    failures += not ok
    print(f'{kind} | {"refused, names " + way_in if ok else "NOT as expected: " + text.strip()[-300:]}')


def data(name):
    return os.path.join(DATA, name)


def temp(name, content):
    path = os.path.join(TEMP, name)
    with open(path, 'wb') as out:
        out.write(content)
    return path


def content(file):
    raw = open(file, 'rb').read()
    if raw[:2] == b'\x1f\x8b':
        return gzip.decompress(raw)
    if raw[:3] == b'BZh':
        return bz2.decompress(raw)
    return raw


def recompressed(name, raw):
    zst = os.path.join(TEMP, name + '.zst')
    subprocess.run(['zstd', '-q', '-f', '-o', zst], input=raw, check=True)
    half = len(raw) // 2
    return [temp(name, raw), temp(name + '.gz', gzip.compress(raw[:half]) + gzip.compress(raw[half:])),
            temp(name + '.bz2', bz2.compress(raw)), temp(name + '.xz', lzma.compress(raw)), zst]


def snap(raw):
    for block in raw.strip(b'\n').split(b'\n\n'):
        v = [line.split(b': ', 1)[1] if b': ' in line else b'' for line in block.split(b'\n')]
        yield v[0] + b' ' + v[1], b'\x01'.join(v[2:8])


def reviews(raw):
    """JSON of 2014, 2018 and 2023; numbers as they are written."""
    text = raw.decode()
    parse = dict(parse_float=str, parse_int=str)
    objects = json.loads(text, **parse) if text[0] == '[' else [json.loads(l, **parse) for l in text.split('\n') if l]
    for o in objects:
        def first(*names):
            found = next((o[n] for n in names if o.get(n) is not None), '')
            return '/'.join(found) if isinstance(found, list) else found
        values = [first('reviewerName'), first('helpful', 'vote', 'helpful_vote'), first('overall', 'rating'),
                  first('unixReviewTime', 'timestamp'), first('summary', 'title'), first('reviewText', 'text')]
        yield (first('asin', 'parent_asin') + ' ' + first('reviewerID', 'user_id')).encode(), '\x01'.join(values).encode()


def pages(raw):
    for _, page in etree.iterparse(io.BytesIO(raw)):
        if page.tag.endswith('}page'):
            ns = page.tag[:-4]
            text = page.findall(ns + 'revision')[-1].find(ns + 'text')
            if text is not None and 'deleted' not in text.attrib:
                yield page.find(ns + 'title').text.encode(), (text.text or '').encode()
            page.clear()


def table(rows, delimiter, **options):
    out = io.StringIO(newline='')
    csv.writer(out, delimiter=delimiter, **options).writerows(rows)
    return out.getvalue().encode()


fine = content(data('amazon/finefoods-1001.snap.txt'))
reads('SNAP; gzip, bzip2, xz, zstd', recompressed('fine', fine), lambda f: list(snap(fine)))
names = ['musical-instruments-50.2014.json', 'fashion-3176.2018.json.gz', 'software-400.2018.json', 'reviews-2392.2023.jsonl']
reads('JSON lines of 2014, 2018, 2023', [data('amazon/' + n) for n in names], lambda f: list(reviews(content(f))))
newest = [json.loads(l) for l in content(data('amazon/' + names[3])).decode().split('\n') if l]

names = ['enwiki-206-pages.xml.bz2', 'enwiki-206-pages-multistream.xml.bz2', 'ltgwiki-2004-pages-multistream.xml.bz2']
reads('MediaWiki XML, one and several bzip2 streams', [data('wikipedia/' + n) for n in names],
      lambda f: list(pages(content(f))))
wiki = content(data('wikipedia/' + names[2]))
reads('MediaWiki XML; gzip, bzip2, xz, zstd', recompressed('wiki', wiki), lambda f: list(pages(wiki)))

rows = [(f"{o['parent_asin']} {o['user_id']} {o['timestamp']}", o['text']) for o in newest]
pairs = [(k.encode(), v.encode()) for k, v in rows]
head = [('key', 'value')]
tables = [temp('comma.csv', table(head + rows, ',')), temp('semicolon.csv', table(head + rows, ';', lineterminator='\n')),
          temp('all.tsv', table(head + rows, '\t', quoting=csv.QUOTE_ALL)), temp('pipe.csv', table(head + rows, '|'))]
db = sqlite3.connect(os.path.join(TEMP, 'reviews.db'))
db.execute('create table reviews (key text, value text)')
db.executemany('insert into reviews values (?, ?)', rows)
db.commit()
tables.append(temp('sqlite.csv', subprocess.run(
    ['sqlite3', '-csv', '-header', os.path.join(TEMP, 'reviews.db'), 'select * from reviews'],
    capture_output=True, check=True).stdout))
reads('CSV, TSV', ['kv:' + t for t in tables], lambda f: pairs)
lines = temp('lines.jsonl', ''.join(json.dumps({'id': k, 'body': v}) + '\n' for k, v in rows).encode())
reads('JSON lines with names of their own', [f'kv:{lines};key=id;value=body'], lambda f: pairs)

refuses('index of a multistream dump', data('wikipedia/enwiki-206-pages-multistream-index.txt.bz2'), 'dump')
refuses('MediaWiki XML that is cut off', data('wikipedia/viwiki-truncated.xml'), 'is the file complete')
refuses('SQLite database', os.path.join(TEMP, 'reviews.db'), 'kv:')
refuses('SQL dump', temp('dump.sql', '\n'.join(db.iterdump()).encode()), 'kv:')
refuses('JSON in Latin-1', temp('latin.json', '{"key": "é", "value": "1"}\n'.encode('latin-1') * 9), 'iconv')
archive = os.path.join(TEMP, 'a.zip')
with zipfile.ZipFile(archive, 'w') as out:
    out.writestr('fine.txt', fine)
refuses('ZIP', archive, 'unpack')
archive = os.path.join(TEMP, 'a.tar.gz')
with tarfile.open(archive, 'w:gz') as out:
    out.add(tables[0], 'comma.csv')
refuses('tar, compressed', archive, 'unpack')
refuses('page of a site', temp('page.html', b'<!DOCTYPE html><html><body>503</body></html>'), 'HTML')
refuses('Git LFS pointer', temp('pointer', b'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'), 'LFS')
shutil.rmtree(TEMP)
sys.exit(failures > 0)
