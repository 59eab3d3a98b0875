import type { ReactNode } from 'react';
import type { DeskSubmission } from '#contract/marking/calls';
import { useWholeTexts } from '../../../lib/forms/use-whole-texts.ts';
import { FoldSummary } from '../../../ui/fold-summary.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { WholeTextLink } from '../../../ui/whole-text-link.tsx';
import { EarlierVersions } from './earlier-versions.tsx';
import { FilePreview } from './file-preview.tsx';
import { foldText } from './fold-text.ts';
import styles from './submission-work.module.css';

function None() {
  return <span className={styles['none']}>None</span>;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A text that folds if long, unless loaded on request. */
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

/** The submission's content, with earlier versions. */
export function SubmissionWork({ submission }: { submission: DeskSubmission }) {
  const { receipt, texts } = useWholeTexts(submission);
  const { project, links, comments, file } = receipt;
  return (
    <>
      <dl className={styles['work']}>
        <Row name="Project">{project === null ? <None /> : project.name}</Row>
        <Row name="Links">{links === '' ? <None /> : <LinkedText text={links} />}</Row>
        <Row name="Comments of the student">
          <Words text={comments} isWhole={texts?.isWhole === true} />
        </Row>
        {texts !== null && (
          <Row name="Long text">
            <WholeTextLink {...texts} />
          </Row>
        )}
        {file === null && (
          <Row name="File">
            <None />
          </Row>
        )}
      </dl>
      <FilePreview submission={receipt} isTall />
      <EarlierVersions s_id={submission.student.s_id} submission={submission} />
    </>
  );
}
