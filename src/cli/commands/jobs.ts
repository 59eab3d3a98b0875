import { Command, InvalidArgumentError } from 'commander';
import { listJobs, retryJob, type ListedJob } from '#server/platform/jobs/jobs-admin';
import { localText } from '#server/platform/zoned-time';
import { recordOperator } from '../record-operator.ts';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

const listLength = 50;

function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be the number of a job.');
  return Number(text);
}

function describe({ id, kind, key, state, attempts, at, lastError }: ListedJob, zone: string): string {
  const name = key === null || key === '' ? kind : `${kind} ${key}`;
  const when = { waiting: 'due', running: 'running, claimed until', dead: 'given up' }[state];
  const failed =
    lastError === null ? '' : `, after ${attempts} attempt${attempts === 1 ? '' : 's'}: ${lastError}`;
  return `${id}  ${name}  ${when} ${localText(at, zone)}${failed}`;
}

export function addJobs(add: (command: Command) => void, print: Print): void {
  const list = async (): Promise<void> => {
    await withContext(async (context) => {
      const jobs = await listJobs(context, listLength);
      for (const job of jobs) print(describe(job, context.settings.academyZone));
      if (jobs.length === 0) print('There are no jobs.');
    });
  };
  const retry = new Command('retry')
    .description('Run a job that waits or was given up at once')
    .argument('<id>', 'its number', parseId)
    .action(async (id: number) => {
      await withContext((context) => retryJob(context, id, recordOperator('retry-job', String(id))));
      print(`Job ${id} is due now.`);
    });
  const jobs = new Command('jobs')
    .description(
      `At most ${listLength} jobs: those that were given up, then by when they run; mail has its own list`,
    )
    .helpCommand(false)
    .action(list);
  add(jobs);
  jobs.addCommand(retry.copyInheritedSettings(jobs));
}
