import { useRef, useState, type ReactNode } from 'react';
import type { LineComment } from '#contract/marking/line-comment-calls';
import { showHidden } from '#contract/show-hidden';
import type { SubmittedEntry } from '#contract/submissions/preview-calls';
import { linesOf } from '#contract/submissions/text-lines';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { readDraft } from '../../../lib/forms/drafts.ts';
import { useDraftsOpen } from '../../../lib/forms/use-draft.ts';
import { lineCommentDraft } from '../../../lib/stored-names/staff.ts';
import { Button } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Small } from '../../../ui/layout.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { commentsAtLines } from './comments-at-lines.ts';
import { LineCommentText } from './line-comment.tsx';
import {
  AddLineComment,
  ChangeLineComment,
  DeleteLineComment,
  UndoDeletion,
  type Commented,
} from './line-forms.tsx';
import { LineView } from './line-view.tsx';
import styles from './lines.module.css';
import { useLoaded } from './use-loaded.ts';

type File = { id: string; name: string };

/** What was loaded, or why it could not be. */
function Loaded<T>({
  part: { loaded, retry },
  children,
}: {
  part: Pick<ReturnType<typeof useLoaded<T>>, 'loaded' | 'retry'>;
  children: (value: T) => ReactNode;
}) {
  if (loaded === null) return <p role="status">Loading …</p>;
  if ('value' in loaded) return children(loaded.value);
  return (
    <ErrorState title="The lines could not be loaded" onRetry={retry}>
      <p>{errorMessage(loaded.error)}</p>
    </ErrorState>
  );
}

const byLine = (comments: readonly LineComment[]) =>
  comments.toSorted((a, b) => a.line - b.line || Number(a.id) - Number(b.id));

type Change = (change: (comments: readonly LineComment[]) => readonly LineComment[]) => void;

/** One text with the comments at its lines, and the forms. */
function TextLines({
  file,
  path,
  version,
  comments,
  onChange,
}: {
  file: File;
  path: string | null;
  version: Commented;
  comments: readonly LineComment[];
  onChange: Change;
}) {
  const text = useLoaded(() =>
    call('readFileText', { params: { id: file.id }, query: path === null ? {} : { path } }),
  );
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [deleted, setDeleted] = useState<LineComment | null>(null);
  const areDraftsOpen = useDraftsOpen();
  const region = useRef<HTMLDivElement>(null);
  const own = comments.filter((comment) => comment.path === path);
  const focusLine = (line: number) =>
    region.current?.querySelector<HTMLElement>(`[data-number="${line}"]`)?.focus();
  const close = (line: number) => {
    setOpen(new Set([...open].filter((one) => one !== line)));
    focusLine(line);
  };
  const replace = (changed: LineComment) =>
    onChange((all) => all.map((one) => (one.id === changed.id ? changed : one)));
  const add = (added: LineComment) => onChange((all) => [...all, added]);
  const hasDraft = (line: number) =>
    areDraftsOpen && (readDraft(lineCommentDraft(version.userId, version.number, path, line)) ?? '') !== '';
  const below = (line: number) => {
    const here = byLine(own.filter((comment) => comment.line === line));
    const isOpen = open.has(line) || hasDraft(line);
    if (here.length === 0 && !isOpen && deleted?.line !== line) return null;
    return (
      <div>
        {here.map((comment) => (
          <LineCommentText key={comment.id} comment={comment}>
            <ChangeLineComment version={version} comment={comment} onChanged={replace} />
            <DeleteLineComment
              version={version}
              comment={comment}
              onDeleted={() => {
                onChange((all) => all.filter(({ id }) => id !== comment.id));
                setDeleted(comment);
                focusLine(line);
              }}
            />
          </LineCommentText>
        ))}
        {deleted?.line === line && (
          <UndoDeletion
            key={deleted.id}
            version={version}
            deleted={deleted}
            onDone={(added) => {
              setDeleted(null);
              if (added !== undefined) add(added);
              focusLine(line);
            }}
          />
        )}
        {isOpen && (
          <AddLineComment
            version={version}
            place={{ path, line }}
            onAdded={(added) => {
              add(added);
              close(line);
            }}
            onCancel={() => close(line)}
          />
        )}
      </div>
    );
  };
  return (
    <Loaded part={text}>
      {(value) => {
        const drafted = linesOf(value.text).findLastIndex((_, i) => hasDraft(i + 1)) + 1;
        return (
          <div ref={region}>
            <LineView
              label={`Lines of ${showHidden(path ?? file.name)}`}
              text={value.text}
              isCut={value.isCut}
              lastNeeded={Math.max(drafted, ...own.map(({ line }) => line))}
              onLine={(line) => setOpen(new Set([...open, line]))}
              below={below}
            />
          </div>
        );
      }}
    </Loaded>
  );
}

function Entries({
  entries,
  comments,
  onOpen,
}: {
  entries: readonly SubmittedEntry[];
  comments: readonly LineComment[];
  onOpen: (path: string) => void;
}) {
  if (entries.length === 0) return <p>This ZIP has no files.</p>;
  return (
    <ul className={styles['entries']} aria-label="Files in the ZIP">
      {entries.map(({ path, bytes, isText }) => {
        const count = comments.filter((comment) => comment.path === path).length;
        return (
          <li key={path} className={styles['entry']}>
            {isText ? (
              <Button variant="quiet" small onClick={() => onOpen(path)}>
                {showHidden(path)}
              </Button>
            ) : (
              <span>{showHidden(path)}</span>
            )}
            <Small as="span">{count > 0 ? commentsAtLines(count) : formatBytes(bytes)}</Small>
          </li>
        );
      })}
    </ul>
  );
}

function ZipLines({ file, ...shared }: Omit<Parameters<typeof TextLines>[0], 'path'>) {
  const entries = useLoaded(() => call('listFileEntries', { params: { id: file.id } }));
  const [path, setPath] = useState<string | null>(null);
  if (path === null)
    return (
      <Loaded part={entries}>
        {(list) => <Entries entries={list} comments={shared.comments} onOpen={setPath} />}
      </Loaded>
    );
  return (
    <>
      <div>
        <Button variant="secondary" small onClick={() => setPath(null)}>
          Back to the files
        </Button>
      </div>
      <h3>{showHidden(path)}</h3>
      <TextLines key={path} file={file} path={path} {...shared} />
    </>
  );
}

/** For staff: a submitted text, or the texts of a ZIP, with comments at lines. */
export function LinePanel({ file, isZip, version }: { file: File; isZip: boolean; version: Commented }) {
  const comments = useLoaded<readonly LineComment[]>(() =>
    call('listLineComments', { params: { id: version.number } }),
  );
  return (
    <div className={styles['panel']}>
      <Loaded part={comments}>
        {(list) => {
          const shared = { file, version, comments: list, onChange: comments.setValue };
          return isZip ? <ZipLines {...shared} /> : <TextLines path={null} {...shared} />;
        }}
      </Loaded>
      <Small>Click a line number to comment on that line.</Small>
    </div>
  );
}
