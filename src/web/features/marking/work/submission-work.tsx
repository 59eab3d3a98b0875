import { useState } from 'react';
import type { DeskSubmission } from '#contract/marking/calls';
import { aiUseLine, declarationText } from '#contract/submissions/declaration';
import { useWholeTexts } from '../../../lib/use-whole-texts.ts';
import { Fact } from '../../../ui/fact.tsx';
import { FoldSummary, Small, Stack } from '../../../ui/layout.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { WholeTextLink } from '../../../ui/whole-text-link.tsx';
import { otherTasks, OtherTaskMarks } from '../recorded/other-tasks.tsx';
import { EarlierVersions } from './earlier-versions.tsx';
import { FilePreview } from './file-preview.tsx';
import { Fold, foldText } from './fold.tsx';
import { TaskBrief } from './task-brief.tsx';
import styles from './work.module.css';

function None() {
  return <Small as="span">None</Small>;
}

/** Folds if long, unless loaded on request. */
function Words({ text, isWhole }: { text: string; isWhole: boolean }) {
  const [beginning, rest] = isWhole ? [text, ''] : foldText(text);
  if (text === '') return <None />;
  return (
    <>
      <LinkedText text={beginning} />
      {rest !== '' && (
        <details>
          <FoldSummary>Rest of the text</FoldSummary>
          <LinkedText text={rest} />
        </details>
      )}
    </>
  );
}

function OtherMarks({ submission }: { submission: DeskSubmission }) {
  const others = otherTasks(submission);
  return others.length === 0 ? null : (
    <Fold label="Marks of other tasks">
      <OtherTaskMarks tasks={others} />
    </Fold>
  );
}

/** The next submission opens as the mentor left this one. */
let areWordsWanted = false;

const isOneLink = (links: string) => /^https?:\/\/\S{1,200}$/.test(links);

/** Without a file, links and comments replace it. */
export function SubmissionWork({ submission, userId }: { submission: DeskSubmission; userId: string }) {
  const { receipt, texts } = useWholeTexts(submission);
  const { links, comments, file } = receipt;
  const [areWordsOpen] = useState(areWordsWanted);
  const isInStrip = file !== null && isOneLink(links);
  const words = (
    <Stack as="dl" gap={3} className={styles['texts']}>
      {!isInStrip && <Fact name="Links">{links === '' ? <None /> : <LinkedText text={links} />}</Fact>}
      <Fact name="Comments of the student">
        <Words text={comments} isWhole={texts?.isWhole === true} />
      </Fact>
      {texts !== null && (
        <Fact name="Long text">
          <WholeTextLink {...texts} />
        </Fact>
      )}
      {file === null && (
        <Fact name="File">
          <None />
        </Fact>
      )}
    </Stack>
  );
  const hasWords = comments !== '' || (links !== '' && !isInStrip) || texts !== null;
  return (
    <>
      <div className={styles['strip']}>
        <TaskBrief key={submission.number} submission={submission} />
        {file !== null && hasWords && (
          <Fold
            label={links === '' || isInStrip ? 'Comment' : 'Links and comment'}
            isOpen={areWordsOpen}
            onToggle={(isOpen) => (areWordsWanted = isOpen)}
          >
            {words}
          </Fold>
        )}
        {submission.undeclared === true && <p className={styles['link']}>No declaration</p>}
        {submission.declaration !== undefined && (
          <Fold label={aiUseLine(submission.declaration)}>
            <LinkedText text={declarationText(submission)} />
          </Fold>
        )}
        <OtherMarks submission={submission} />
        <EarlierVersions s_id={submission.student.s_id} submission={submission} userId={userId} />
        {isInStrip && (
          <p className={styles['link']}>
            <LinkedText text={links} />
          </p>
        )}
      </div>
      {file === null && (
        <div className={styles['words']} data-work>
          {words}
        </div>
      )}
      <FilePreview
        submission={receipt}
        isTall
        lines={{
          number: submission.number,
          isReleased: submission.released,
          count: submission.line_comments ?? 0,
          userId,
        }}
      />
    </>
  );
}
