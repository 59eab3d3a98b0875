import { visibility } from '../../lib/record-words.ts';
import { useState, type ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { MarkedVersion } from '#contract/progress/student-calls';
import { declarationText } from '#contract/submissions/declaration';
import { call } from '../../lib/calls/client.ts';
import { pageOf, usePages } from '../../lib/use-pages.ts';
import { useRead } from '../../lib/use-read.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { useWholeTexts } from '../../lib/use-whole-texts.ts';
import { Fact } from '../../ui/fact.tsx';
import { FoldSummary, Small, Stack } from '../../ui/layout.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { LinkedText, listedLinks } from '../../ui/linked-text.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Day, Time } from '../../ui/time.tsx';
import { WholeTextLink } from '../../ui/whole-text-link.tsx';
import { Late } from '../submissions/late.tsx';
import { commentedOf } from '../marking/lines/commented-of.ts';
import { FilePreview } from '../marking/work/file-preview.tsx';
import { MarkHistory, MarkLines } from '../marking/mark-history.tsx';
import { OpenReview } from '../marking/open-review.tsx';
import { ReviewPanel } from '../marking/review-panel.tsx';
import styles from './student.module.css';
import { VersionChanges } from '../marking/work/version-changes.tsx';

/** @param isOpen loads the preview of its file */
function Work({ version, isOpen, userId }: { version: MarkedVersion; isOpen: boolean; userId: string }) {
  const { receipt, texts } = useWholeTexts(version);
  const { links, comments, file, number } = receipt;
  const declaration = declarationText(receipt);
  return (
    <dl className={styles['work']}>
      {links !== '' && (
        <Fact name="Links">
          <LinkedText text={links} maxLinks={listedLinks} />
        </Fact>
      )}
      {comments !== '' && (
        <Fact name="Comments of the student">
          <LinkedText text={comments} maxLinks={listedLinks} />
        </Fact>
      )}
      {texts !== null && (
        <Fact name="Long text">
          <WholeTextLink {...texts} />
        </Fact>
      )}
      {declaration !== '' && (
        <Fact name="Declaration">
          <LinkedText text={declaration} />
        </Fact>
      )}
      {file !== null && (
        <Fact name="File">
          {isOpen ? (
            <FilePreview submission={receipt} lines={commentedOf(version, userId)} />
          ) : (
            <>
              <a href={fillPath(paths.readFile.path, { id: file.id })} download>
                {file.name}
              </a>
              <span>{` (${formatBytes(file.bytes)})`}</span>
            </>
          )}
        </Fact>
      )}
      <Fact name="Receipt">{number}</Fact>
    </dl>
  );
}

function Mark({ version: { mark, history, second_look } }: { version: MarkedVersion }) {
  if (mark === null) return <Small>No mark yet</Small>;
  return (
    <div>
      <p>
        <strong>{`${mark.marks} out of 100`}</strong>
        <span>{`, ${visibility(mark.released)}${mark.by !== null ? `, by ${mark.by}` : ''}, `}</span>
        <Time value={mark.at} />
        {mark.read_at !== null && (
          <span>
            . Read by the student, <Day value={mark.read_at} />
          </span>
        )}
      </p>
      {mark.comments !== '' && (
        <div className={styles['words']}>
          <Markdown text={mark.comments} html={mark.comments_html} />
        </div>
      )}
      {mark.rubric !== undefined && <MarkLines rubric={mark.rubric} />}
      {(history.length > 1 || second_look !== null) && (
        <details>
          <FoldSummary>History of this mark</FoldSummary>
          <MarkHistory history={history} review={second_look} />
        </details>
      )}
    </div>
  );
}

/** If the previous version is in the list. */
function Changed({ version, among }: { version: MarkedVersion; among: readonly MarkedVersion[] }) {
  const before = among.find((one) => one.task === version.task && one.version === version.version - 1);
  if (before === undefined) return null;
  return (
    <div data-needs-script>
      <Unfolded summary={`Changes since version ${before.version}`}>
        {(isOpen) => isOpen && <VersionChanges earlier={before} later={version} />}
      </Unfolded>
    </div>
  );
}

/** Makes its calls only once unfolded. */
function Unfolded({ summary, children }: { summary: string; children: (isOpen: boolean) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <FoldSummary>{summary}</FoldSummary>
      {children(isOpen)}
    </details>
  );
}

const mayOpenReview = ({ role }: CurrentUser, { mark, second_look, made_for }: MarkedVersion) =>
  role === 'administrator' && mark?.released === true && second_look === null && made_for === undefined;

/** Newest first. */
export function StudentVersions({
  student,
  user,
  first,
}: {
  student: { s_id: string; s_name: string };
  user: CurrentUser;
  first: readonly MarkedVersion[];
}) {
  const { s_id } = student;
  const {
    items: versions,
    change,
    more,
  } = usePages<MarkedVersion>(pageOf(first), {
    idOf: ({ number }) => number,
    read: async (last) =>
      pageOf(await call('listMarkedVersions', { params: { s_id }, query: { before: last?.number } })),
  });
  // The call's answer is about the newest version, which may be another.
  const again = useRead(async (number: string) => {
    const changed = await call('readMarkHistory', { params: { id: number } });
    change((shown) => shown.map((one) => (one.number === number ? { ...one, ...changed } : one)));
  });
  if (versions.length === 0) return <Small>Nothing submitted yet.</Small>;
  return (
    <>
      <Stack as="ul" gap={3} className={styles['versions']}>
        {versions.map((version) => (
          <li key={version.number} className={styles['version']}>
            <h3>{`${taskLabel(version.task)}, version ${version.version}`}</h3>
            <Small>
              <Time value={version.submitted_at} />
              <Late version={version} />
              {version.extended !== undefined && (
                <span>
                  {' '}
                  (extension given on <Time value={version.extended.granted_at} />, until{' '}
                  <Time value={version.extended.due_at} />)
                </span>
              )}
              {version.made_for !== undefined && (
                <span>{`; made for ${version.made_for.p_name}, an earlier project`}</span>
              )}
            </Small>
            <Mark version={version} />
            {version.second_look !== null && (
              <ReviewPanel
                row={{
                  student,
                  task: version.task,
                  second_look: { ...version.second_look, version: version.version, number: version.number },
                }}
                user={user}
                onSaved={() => void again.read(version.number)}
              />
            )}
            {mayOpenReview(user, version) && (
              <OpenReview
                target={{ number: version.number }}
                name={student.s_name}
                onDone={() => void again.read(version.number)}
              />
            )}
            <Unfolded summary="Submitted work">
              {(isOpen) => <Work version={version} isOpen={isOpen} userId={user.account} />}
            </Unfolded>
            <Changed version={version} among={versions} />
          </li>
        ))}
      </Stack>
      <MoreButton more={{ ...more, failure: more.failure ?? again.failure }}>Show older versions</MoreButton>
    </>
  );
}
