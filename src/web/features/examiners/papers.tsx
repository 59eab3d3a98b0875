import { useState, type ReactNode } from 'react';
import type { VivaPapers } from '#contract/examiners/viva-calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import { lateness } from '#contract/submissions/lateness';
import { taskLabel } from '../../lib/task-label.ts';
import { useWholeTexts } from '../../lib/use-whole-texts.ts';
import { Small, Stack } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import { FilePreview } from '../marking/work/file-preview.tsx';
import { Fold } from '../marking/work/fold.tsx';
import { VersionChanges } from '../marking/work/version-changes.tsx';
import { SubmittedWork } from '../submissions/receipt.tsx';
import { BriefText } from '../submissions/task-brief.tsx';

/** When and where, and who examines: short, so that the work is on the first screen. */
export function VivaFacts({ viva: { starts_at, minutes, room, link, panel } }: { viva: VivaPapers }) {
  return (
    <div>
      <p>
        <Time value={starts_at} isFull />
        <span>{`, ${minutes} minutes, `}</span>
        {link === null ? (
          <span>{room}</span>
        ) : (
          <a href={link} target="_blank" rel="noreferrer">
            {room}
          </a>
        )}
      </p>
      <Small>{`Panel: ${panel.join(', ')}`}</Small>
    </div>
  );
}

/** Its content loads when it is unfolded first. */
function LazyFold({ label, children }: { label: ReactNode; children: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <Fold label={label} onToggle={(isOpen) => isOpen && setWanted(true)}>
      {isWanted && <Stack gap={3}>{children}</Stack>}
    </Fold>
  );
}

function Version({ version, before }: { version: ListedReceipt; before: ListedReceipt | undefined }) {
  const { receipt, texts } = useWholeTexts(version);
  const late = lateness(version);
  const label = (
    <>
      <span>{`Version ${version.version}, `}</span>
      <Time value={version.submitted_at} />
      {late !== null && <span>{`, ${late}`}</span>}
    </>
  );
  return (
    <LazyFold label={label}>
      <SubmittedWork receipt={receipt} texts={texts} />
      <FilePreview submission={version} />
      {before !== undefined && (
        <LazyFold label={`Changes since version ${before.version}`}>
          <VersionChanges earlier={before} later={version} />
        </LazyFold>
      )}
    </LazyFold>
  );
}

/** What the student has submitted for the project, by task, newest version first. */
export function Papers({ papers: { project, briefs, versions } }: { papers: VivaPapers }) {
  const byTask = [...Map.groupBy(versions, ({ task }) => task)];
  return (
    <Stack>
      {project !== null && (
        <Stack as="section" gap={2} aria-label="Project">
          <h2>{project.name}</h2>
          <Fold label="About the project">
            <p>{project.details}</p>
          </Fold>
        </Stack>
      )}
      {byTask.length === 0 && <Small>The student has not submitted anything for this project.</Small>}
      {byTask.map(([task, own]) => {
        const brief = briefs.find((one) => one.task === task);
        return (
          <Stack as="section" key={task} gap={2} aria-label={taskLabel(task)}>
            <h2>{taskLabel(task)}</h2>
            {brief !== undefined && (
              <Fold label="Instructions">
                <BriefText brief={brief} />
              </Fold>
            )}
            {own.map((version, index) => (
              <Version key={version.number} version={version} before={own[index + 1]} />
            ))}
          </Stack>
        );
      })}
    </Stack>
  );
}
