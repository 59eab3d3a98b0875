import { useState } from 'react';
import type { CommentedFile, LineComment } from '#contract/marking/line-comment-calls';
import { showHidden } from '#contract/show-hidden';
import { call } from '../../../lib/calls/client.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { Small } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LineCommentText, placeOf } from './line-comment.tsx';
import { LineView } from './line-view.tsx';
import styles from './lines.module.css';

type File = NonNullable<CommentedFile['file']>;

/** One comment, and on request the file at its line, with all that belongs to it. */
function ListedComment({
  comment,
  file,
  comments,
}: {
  comment: LineComment;
  file: File;
  comments: readonly LineComment[];
}) {
  const { path, line } = comment;
  const text = useRead(() =>
    call('readFileText', { params: { id: file.id }, query: path === null ? {} : { path } }),
  );
  const [isOpen, setOpen] = useState(false);
  const name = showHidden(path ?? file.name);
  const inFile = comments.filter((one) => one.path === path);
  const show = () => {
    setOpen(!isOpen);
    if (!isOpen && text.found === null) void text.read();
  };
  return (
    <li>
      <strong>{placeOf(comment, file.name)}</strong>
      <LineCommentText comment={comment} />
      <Button
        variant="quiet"
        small
        busy={text.isBusy}
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide' : 'Show'} line ${line} of ${name}`}
        onClick={show}
      >
        {isOpen ? 'Hide the file' : 'Show in the file'}
      </Button>
      <MessageRoom>{text.failure !== null && <Notice tone="error">{text.failure}</Notice>}</MessageRoom>
      {isOpen && text.found !== null && (
        <LineView
          label={`Lines of ${name}`}
          text={text.found.text}
          isCut={text.found.isCut}
          at={line}
          lastNeeded={Math.max(...inFile.map((one) => one.line))}
          below={(of) =>
            inFile
              .filter((one) => one.line === of)
              .map((one) => <LineCommentText key={one.id} comment={one} />)
          }
        />
      )}
    </li>
  );
}

export function ListedComments({ found: { version, file, comments } }: { found: CommentedFile }) {
  // The release may have been withdrawn since.
  if (comments.length === 0 || file === null) return <Small>There are no comments to show.</Small>;
  return (
    <>
      <Small>{`On your file of version ${version}.`}</Small>
      <ul className={styles['list']}>
        {comments.map((comment) => (
          <ListedComment key={comment.id} comment={comment} file={file} comments={comments} />
        ))}
      </ul>
    </>
  );
}
