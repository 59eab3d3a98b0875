import { loadPart } from '../../lib/calls/load-part.ts';
import { markWords } from '../../lib/record-words.ts';
import { Markdown, TypedMarkdown } from '../../ui/markdown.tsx';
import type { CurrentMark, MarkBody } from './mark-body.ts';

const loadRenderer = () =>
  loadPart(() => import('../../lib/render-markdown.ts')).then(({ renderMarkdown }) => renderMarkdown);

const isStored = (of: MarkBody | CurrentMark): of is CurrentMark => 'marked_by' in of || 'by' in of;

/** The user's own has only line ids, so lines are counted. */
function Mark({ mark }: { mark: MarkBody | CurrentMark }) {
  const { comments, released, rubric } = mark;
  const toggled = rubric?.lines ?? [];
  return (
    <>
      <p>{`${markWords(mark)}, ${released ? 'released' : 'not released'}`}</p>
      {toggled.length > 0 && (
        <p>
          {toggled
            .map((line) => (typeof line === 'string' ? null : line.text))
            .filter(Boolean)
            .join('; ') || `${toggled.length} ${toggled.length === 1 ? 'line' : 'lines'} of the rubric`}
        </p>
      )}
      {isStored(mark) ? (
        <Markdown text={comments} html={mark.comments_html} />
      ) : (
        <TypedMarkdown text={comments} load={mark.format === 'markdown' ? loadRenderer : null} />
      )}
    </>
  );
}

/** Of a conflict: the stored mark beside the typed one. */
export function versionsOf(current: CurrentMark, mine: MarkBody) {
  const by = 'by' in current ? current.by : current.marked_by;
  return {
    theirsLabel: by === null ? 'Saved now' : `Saved by ${by}`,
    theirs: <Mark mark={current} />,
    mineLabel: 'Yours',
    mine: <Mark mark={mine} />,
  };
}

export type Given = Pick<MarkBody, 'status' | 'marks'>;

/** "71", and what is recorded in its words. */
const shortWords = (mark: Given) =>
  mark.status === undefined || mark.status === 'marked' ? `${mark.marks}` : `“${markWords(mark)}”`;

export const releaseLower = (mark: Given) => `Release ${shortWords(mark)} anyway`;

export const saveAnyway = (mark: Given & Pick<MarkBody, 'released'>) =>
  `${mark.released ? 'Release' : 'Save'} ${shortWords(mark)}${mark.status === undefined ? ' for this version' : ''} anyway`;
