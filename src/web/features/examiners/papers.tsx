import { useState } from 'react';
import type { VivaPapers } from '#contract/examiners/viva-calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import { lateness } from '#contract/submissions/lateness';
import { taskLabel } from '../../lib/task-label.ts';
import { useWholeTexts } from '../../lib/use-whole-texts.ts';
import { Fact } from '../../ui/fact.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import { FilePreview } from '../marking/work/file-preview.tsx';
import { Fold } from '../marking/work/fold.tsx';
import { VersionChanges } from '../marking/work/version-changes.tsx';
import { SubmittedWork } from '../submissions/receipt.tsx';
import { BriefText } from '../submissions/task-brief.tsx';

/** When and where, and who examines. */
export function VivaFacts({ viva: { starts_at, minutes, room, link, panel, batch } }: { viva: VivaPapers }) {
  return (
    <dl>
      <Fact name="Time">
        <Time value={starts_at} isFull />
        <span>{`, ${minutes} minutes`}</span>
      </Fact>
      <Fact name="Room">
        {link === null ? (
          room
        ) : (
          <a href={link} target="_blank" rel="noreferrer">
            {room}
          </a>
        )}
      </Fact>
      <Fact name="Panel">{panel.join(', ')}</Fact>
      <Fact name="Batch">{batch}</Fact>
    </dl>
  );
}

/** Loads file and comparison when it is unfolded. */
function Version({ version, before }: { version: ListedReceipt; before: ListedReceipt | undefined }) {
  const { receipt, texts } = useWholeTexts(version);
  const [isOpen, setOpen] = useState(false);
  const late = lateness(version);
  const label = (
    <>
      <span>{`Version ${version.version}, `}</span>
      <Time value={version.submitted_at} />
      {late !== null && <span>{`, ${late}`}</span>}
    </>
  );
  return (
    <Fold label={label} onToggle={setOpen}>
      {isOpen && (
        <Stack gap={3}>
          <SubmittedWork receipt={receipt} texts={texts} />
          <FilePreview submission={version} />
          {before !== undefined && (
            <Fold label={`Changes since version ${before.version}`}>
              <VersionChanges earlier={before} later={version} />
            </Fold>
          )}
        </Stack>
      )}
    </Fold>
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
          <p>{project.details}</p>
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
