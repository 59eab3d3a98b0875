import { Command } from 'commander';
import { listAttachedFiles, type AttachedFile } from '#server/forum/attachments/attached-files';
import { counted } from '#server/operations/system-check/check';
import { checkFiles, type FileFinding, type FilesReport } from '#server/submissions/check-files';
import { rotateReceiptKey } from '#server/submissions/receipts/receipt-key';
import { CommandFailed, type Print } from '../failure-lines.ts';
import type { AppContext } from '#server/platform/context';
import { withContext } from '../with-context.ts';

function describe(finding: FileFinding<AttachedFile>): string {
  const { kind } = finding;
  if (kind === 'orphan') {
    const { file } = finding;
    const since = new Date(file.keptAt).toISOString();
    return `unused: ${file.sha256} (${file.bytes} bytes, since ${since}) belongs to no receipt and no attachment`;
  }
  if ('other' in finding) {
    const { code, name, batch } = finding.other;
    return `${kind}: attachment ${code} in the forum of ${batch}, file ${JSON.stringify(name)}: ${finding.why}`;
  }
  const { number, email, task, version, name } = finding.file;
  return `${kind}: receipt ${number} of ${email} (${task}, version ${version}), file ${JSON.stringify(name)}: ${finding.why}`;
}

function summarize({ receipts, others, files, faults, orphans }: FilesReport, dryRun: boolean): string {
  const { missing, altered, unreadable } = faults;
  const checked = `${counted(receipts, 'receipt')} and ${counted(others, 'attachment')} with ${counted(files, 'file')} checked`;
  const left = orphans.left === 0 ? [] : [`${orphans.left} ${dryRun ? 'would be removed' : 'left'}`];
  const orphaned = [`${orphans.removed} removed`, ...left, `${orphans.recent} younger than a day`];
  return `${checked}: ${missing} missing, ${altered} altered, ${unreadable} unreadable. Unused files: ${orphaned.join(', ')}.`;
}

/** Also raises the alarm, or ends what was acknowledged and is there again. */
async function checkAndReport(context: AppContext, dryRun: boolean, print: Print): Promise<FilesReport> {
  const lost = new Set<string>();
  const report = await checkFiles(context, { dryRun, others: listAttachedFiles }, (finding) => {
    if (finding.kind !== 'orphan') lost.add('other' in finding ? finding.other.sha256 : finding.file.sha256);
    print(describe(finding));
  });
  await context.alarms.settle('missing-files', [...lost]);
  return report;
}

export const receiptCommands = (print: Print): Command[] => [
  new Command('rotate-receipt-key')
    .description('Sign receipts with a new key from now on; earlier receipts stay valid')
    .option('--stolen', 'the present key was stolen: from now on it proves nothing without the portal', false)
    .action(async ({ stolen }: { stolen: boolean }) => {
      await withContext(async (context) => {
        const { before, after } = await rotateReceiptKey(context, { isStolen: stolen });
        const sealed =
          context.secrets.keys === null
            ? 'not encrypted: SECRET_KEY is not set'
            : 'encrypted with SECRET_KEY';
        print(`Receipts are now signed with ${after} (${sealed}).`);
        if (before !== null && stolen)
          print(
            `New signatures by ${before} count only where the portal knows them. Check receipts and certificates at /verify.`,
          );
        if (before !== null)
          print(`Receipts signed with ${before} stay valid. That key can no longer sign anything.`);
      });
    }),
  new Command('fsck')
    .description('Check the file of every receipt and attachment, and remove unused files older than a day')
    .option('--dry-run', 'remove nothing', false)
    .action(async ({ dryRun }: { dryRun: boolean }) => {
      const report = await withContext((context) => checkAndReport(context, dryRun, print));
      const summary = summarize(report, dryRun);
      if (Object.values(report.faults).some((count) => count > 0)) throw new CommandFailed(summary);
      print(summary);
    }),
];
