import { Command } from 'commander';
import { listAttachedFiles, type AttachedFile } from '#server/forum/attachments/attached-files';
import { checkFiles, type FileFinding, type FilesReport } from '#server/submissions/check-files';
import { CommandFailed } from '../failure-lines.ts';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

function describe(finding: FileFinding<AttachedFile>): string {
  const { kind } = finding;
  if (kind === 'orphan') {
    const { file } = finding;
    const since = new Date(file.keptAt).toISOString();
    return `orphan: ${file.sha256} (${file.bytes} bytes, since ${since}) belongs to no receipt and no attachment`;
  }
  if ('other' in finding) {
    const { code, name, batch } = finding.other;
    return `${kind}: attachment ${code} in the forum of ${batch}, file ${JSON.stringify(name)}: ${finding.why}`;
  }
  const { number, email, task, version, name } = finding.file;
  return `${kind}: receipt ${number} of ${email} (${task}, version ${version}), file ${JSON.stringify(name)}: ${finding.why}`;
}

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

function summarize({ receipts, others, files, faults, orphans }: FilesReport, dryRun: boolean): string {
  const { missing, altered, unreadable } = faults;
  const checked = `${counted(receipts, 'receipt')} and ${counted(others, 'attachment')} with ${counted(files, 'file')} checked`;
  const left = orphans.left === 0 ? [] : [`${orphans.left} ${dryRun ? 'would be removed' : 'left'}`];
  const orphaned = [`${orphans.removed} removed`, ...left, `${orphans.recent} younger than a day`];
  return `${checked}: ${missing} missing, ${altered} altered, ${unreadable} unreadable. Orphans: ${orphaned.join(', ')}.`;
}

export function addFsck(add: (command: Command) => void, print: Print): void {
  add(
    new Command('fsck')
      .description(
        "Compare every receipt and attachment with its file's bytes, and remove files of neither once they are a day old",
      )
      .option('--dry-run', 'remove nothing', false)
      .action(async ({ dryRun }: { dryRun: boolean }) => {
        const report = await withContext((context) =>
          checkFiles(context, { dryRun, others: listAttachedFiles }, (finding) => print(describe(finding))),
        );
        const summary = summarize(report, dryRun);
        if (Object.values(report.faults).some((count) => count > 0)) throw new CommandFailed(summary);
        print(summary);
      }),
  );
}
