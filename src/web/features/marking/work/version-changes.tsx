import { useEffect, useState } from 'react';
import type { Receipt } from '#contract/submissions/calls';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedWords } from '../../../ui/changed-words.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Fact } from '../../../ui/fact.tsx';
import { Small, Stack } from '../../../ui/layout.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type * as Compare from './compare-versions.ts';
import styles from './file.module.css';

type Compared = Pick<Receipt, 'number' | 'links' | 'comments' | 'file'> & { shortened?: true | undefined };
type File = NonNullable<Receipt['file']>;

const loadCompare = () => import('./compare-versions.ts');

/** Lists truncate them. */
async function readWhole(version: Compared): Promise<Compared> {
  if (version.shortened !== true) return version;
  const { links, comments } = await call('readReceipt', { params: { number: version.number } });
  return { ...version, links, comments };
}

const marks = { same: ' ', added: '+', removed: '−' } as const;

function Lines({ pieces, isCut }: { pieces: readonly Compare.LinePiece[]; isCut: boolean }) {
  return (
    <>
      {/* Scrolls, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['lines']} tabIndex={0} role="region" aria-label="The file line by line">
        {pieces.map((piece, i) => {
          if (piece.kind === 'skipped')
            return (
              <p key={i} className={styles['skipped']}>
                {`${piece.lines} unchanged lines`}
              </p>
            );
          const Tag = piece.kind === 'added' ? 'ins' : piece.kind === 'removed' ? 'del' : 'span';
          const lines = piece.text.replace(/\n$/, '').split('\n');
          return <Tag key={i}>{lines.map((line) => `${marks[piece.kind]} ${line}\n`).join('')}</Tag>;
        })}
      </div>
      {isCut && <Small>More has changed than is shown here.</Small>}
    </>
  );
}

function FileLines({ before, after }: { before: File; after: File }) {
  const { found, isBusy, failure, read } = useRead(async () => {
    const textOf = ({ id }: File) => call('readFileText', { params: { id } });
    const [{ compareLines }, old, now] = await Promise.all([loadCompare(), textOf(before), textOf(after)]);
    return { lines: compareLines(old.text, now.text), isPart: old.isCut || now.isCut };
  });
  if (found === null)
    return (
      <>
        <MessageRoom>{failure !== null && <Notice tone="error">{failure}</Notice>}</MessageRoom>
        <Button variant="secondary" small busy={isBusy} onClick={() => void read()}>
          Compare the files line by line
        </Button>
      </>
    );
  const { lines, isPart } = found;
  if (lines === null) return <p>The two files are too different to compare.</p>;
  return (
    <>
      {isPart && <Small>Only the first 200 KB of each are compared.</Small>}
      <Lines {...lines} />
    </>
  );
}

const named = ({ name, bytes, sha256 }: File) => `${name} (${formatBytes(bytes)}, ${sha256.slice(0, 8)}…)`;

function FileChange({
  before,
  after,
  change,
}: {
  before: Receipt['file'];
  after: Receipt['file'];
  change: ReturnType<typeof Compare.compareFiles>;
}) {
  if (before !== null && after !== null && change === 'replaced')
    return (
      <>
        <p>
          <del>{named(before)}</del> was replaced by <ins>{named(after)}</ins>
        </p>
        <FileLines before={before} after={after} />
      </>
    );
  if (change === 'renamed') return <p>{`The same file, now called ${after?.name ?? ''}`}</p>;
  if (change === 'added') return <ins>{after === null ? '' : named(after)}</ins>;
  if (change === 'removed') return <del>{before === null ? '' : named(before)}</del>;
  return <p>The same file</p>;
}

function Changes({
  earlier,
  later,
  compare,
}: {
  earlier: Compared;
  later: Compared;
  compare: typeof Compare;
}) {
  const links = compare.compareLinks(earlier.links, later.links);
  const file = compare.compareFiles(earlier.file, later.file);
  const hasLinks = links.added.length + links.removed.length > 0;
  const hasWords = earlier.comments !== later.comments;
  const words = hasWords ? compare.compareWords(earlier.comments, later.comments) : null;
  if (!hasLinks && !hasWords && (file === 'none' || file === 'same')) return <p>Nothing has changed.</p>;
  return (
    <Stack as="dl" gap={2}>
      {hasLinks && (
        <div>
          <dt>Links</dt>
          {links.removed.map((link) => (
            <dd key={link}>
              Removed: <del>{link}</del>
            </dd>
          ))}
          {links.added.map((link) => (
            <dd key={link}>
              Added:{' '}
              <ins>
                <LinkedText text={link} />
              </ins>
            </dd>
          ))}
        </div>
      )}
      {hasWords && (
        <Fact name="Comments">
          {words === null ? 'Completely rewritten.' : <ChangedWords pieces={words} />}
        </Fact>
      )}
      {file !== 'none' && (
        <Fact name="File">
          <FileChange before={earlier.file} after={later.file} change={file} />
        </Fact>
      )}
    </Stack>
  );
}

type Ready = { earlier: Compared; later: Compared; compare: typeof Compare };

export function VersionChanges({ earlier, later }: { earlier: Compared; later: Compared }) {
  const [known, setKnown] = useState<{ ready: Ready } | { error: unknown } | null>(null);
  useEffect(() => {
    let isMounted = true;
    Promise.all([readWhole(earlier), readWhole(later), loadCompare()]).then(
      ([old, now, compare]) => isMounted && setKnown({ ready: { earlier: old, later: now, compare } }),
      (error: unknown) => isMounted && setKnown({ error }),
    );
    return () => {
      isMounted = false;
    };
  }, [earlier, later]);
  if (known === null) return <p role="status">Comparing …</p>;
  if ('error' in known) return <Notice tone="error">{errorMessage(known.error)}</Notice>;
  return <Changes {...known.ready} />;
}
