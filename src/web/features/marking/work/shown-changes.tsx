import type { Receipt } from '#contract/submissions/calls';
import { call } from '../../../lib/calls/client.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedWords } from '../../../ui/changed-words.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Fact } from '../../../ui/fact.tsx';
import { Small, Stack } from '../../../ui/layout.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import {
  compareFiles,
  compareLines,
  compareLinks,
  compareWords,
  type LinePiece,
} from './compare-versions.ts';
import styles from './file.module.css';

export type Compared = Pick<Receipt, 'links' | 'comments' | 'file'>;
type File = NonNullable<Receipt['file']>;

const marks = { same: ' ', added: '+', removed: '−' } as const;

function Lines({ pieces, isCut }: { pieces: readonly LinePiece[]; isCut: boolean }) {
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
    const [old, now] = await Promise.all([textOf(before), textOf(after)]);
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
  change: ReturnType<typeof compareFiles>;
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

export function ShownChanges({ earlier, later }: { earlier: Compared; later: Compared }) {
  const links = compareLinks(earlier.links, later.links);
  const file = compareFiles(earlier.file, later.file);
  const hasLinks = links.added.length + links.removed.length > 0;
  const hasWords = earlier.comments !== later.comments;
  const words = hasWords ? compareWords(earlier.comments, later.comments) : null;
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
