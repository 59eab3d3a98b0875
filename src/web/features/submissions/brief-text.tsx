import type { BriefWithRubric } from '#contract/projects/brief-calls';
import { FoldSummary, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PointLines } from '../projects/point-lines.tsx';

export function BriefText({ brief: { text, html, rubric } }: { brief: BriefWithRubric }) {
  return (
    <Stack gap={3}>
      {text !== '' && <Markdown text={text} html={html} />}
      {/* A page that the device keeps may be older than rubrics here. */}
      {(rubric ?? []).length > 0 && (
        <details>
          <FoldSummary>How it is marked</FoldSummary>
          <PointLines lines={rubric} />
        </details>
      )}
    </Stack>
  );
}
