import type { VivaPapers } from '#contract/examiners/viva-calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import { lateness } from '#contract/submissions/lateness';
import { loadPart } from '../../lib/calls/load-part.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { useRead } from '../../lib/use-read.ts';
import { Small, Stack } from '../../ui/layout.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Fold } from '../marking/work/fold.tsx';
import { BriefText } from '../submissions/brief-text.tsx';

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

const loadVersion = () => loadPart(() => import('./version-papers.tsx'));

/** Its content loads when it is unfolded first. */
function Version({ version, before }: { version: ListedReceipt; before: ListedReceipt | undefined }) {
  const { found, isBusy, failure, read } = useRead(loadVersion);
  const late = lateness(version);
  const label = (
    <>
      <span>{`Version ${version.version}, `}</span>
      <Time value={version.submitted_at} />
      {late !== null && <span>{`, ${late}`}</span>}
    </>
  );
  return (
    <Fold label={label} onToggle={(isOpen) => isOpen && found === null && void read()}>
      {isBusy && <p role="status">Loading …</p>}
      {failure !== null && (
        <ErrorState title="The version could not be loaded" onRetry={() => void read()}>
          <p>{failure}</p>
        </ErrorState>
      )}
      {found !== null && <found.VersionPapers version={version} before={before} />}
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
