import { Command } from 'commander';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { listAttachedFiles, type AttachedFile } from '#server/forum/attachments/attached-files';
import { counted } from '#server/operations/system-check/check';
import { acknowledgeLostSubmissions } from '#server/operations/system-check/lost-submissions';
import { checkFiles, type FileFinding, type FilesReport } from '#server/submissions/check-files';
import { rotateReceiptKey } from '#server/submissions/receipts/receipt-key';
import { hasRepeatedMember } from '#contract/repeated-member';
import { punctuality } from '#contract/submissions/lateness';
import { signedReceipt, type SignedReceipt } from '#contract/submissions/receipt-calls';
import { isPublicKey, isSignedBy } from '#server/submissions/receipts/receipt-signature';
import { CommandFailed, type Print } from '../failure-lines.ts';
import { withContext } from '../with-context.ts';

/** Far above a receipt with the longest links and comments. */
const maxBytes = 1024 * 1024;

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (found === null) throw new CommandFailed(`There is no file ${file}.`);
  if (!found.isFile()) throw new CommandFailed(`${file} is not a file.`);
  return found.size;
}

async function readJson(file: string): Promise<{ text: string; value: unknown }> {
  const text = await readFile(file, 'utf8');
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return { text, value: null };
    throw error;
  }
}

/** A receipt has all of these, also an altered one most; other files have one at most. */
const marks = ['number', 'key', 'signature'];

/** @throws CommandFailed: not a receipt, which is no accusation; or altered */
async function readReceipt(file: string): Promise<Record<string, unknown>> {
  if ((await sizeOf(file)) > maxBytes) throw new CommandFailed(`${file} is too large to be a receipt.`);
  const { text, value } = await readJson(file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandFailed(`${file} is not a receipt: it does not hold a JSON object.`);
  if (marks.filter((name) => name in value).length < 2)
    throw new CommandFailed(`${file} is not a receipt: it has no number, key and signature.`);
  if (hasRepeatedMember(text, value))
    throw new CommandFailed('Altered: an object in the receipt has two members with the same name.');
  return value as Record<string, unknown>;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function checkSignature(receipt: Record<string, unknown>, expectedKey: string | null): SignedReceipt {
  if (expectedKey !== null && !isPublicKey(expectedKey)) {
    throw new CommandFailed('--key is not a public key: it must be 43 characters of base64url.');
  }
  const { success, data } = signedReceipt.safeParse(receipt);
  if (!success) throw new CommandFailed('Altered: fields of the receipt are missing or have a wrong type.');
  if (expectedKey !== null && data.key !== expectedKey) {
    throw new CommandFailed('Altered: the receipt was not signed with the given key.');
  }
  // Not `data`: an added field breaks the signature too.
  if (!isSignedBy(receipt, data.key)) {
    throw new CommandFailed('Altered: the signature does not match the receipt.');
  }
  return data;
}

/**
 * Checks a receipt by its signature, and the file by the receipt's hash, without a portal.
 * @param input `key` is the academy's public key; null takes the receipt's own
 * @throws CommandFailed that says what is not genuine
 */
async function verifyReceiptFile(input: {
  receipt: string;
  file: string | null;
  key: string | null;
}): Promise<string[]> {
  const receipt = checkSignature(await readReceipt(input.receipt), input.key);
  const { student, task, version, submitted_at, late, due_at, file } = receipt;
  if (input.file !== null) {
    if (file === null) throw new CommandFailed('Altered: no file was submitted with this receipt.');
    const bytes = await sizeOf(input.file);
    if (bytes !== file.bytes || (await hashOf(input.file)) !== file.sha256) {
      throw new CommandFailed(`Altered: ${input.file} is not the file that the receipt names.`);
    }
  }
  const said = punctuality({ task, late, due_at });
  return [
    `Genuine: receipt ${receipt.number} of ${receipt.academy}.`,
    `${student.s_name} (${student.s_id}) submitted ${task}, version ${version}, at ${submitted_at}${said ? `, ${said}` : ''}.`,
    ...(input.file !== null && file !== null
      ? [`The file is the submitted one: ${file.name}, ${file.bytes} bytes.`]
      : []),
    ...(input.file === null && file !== null
      ? [`The file was not checked: give its path after the receipt (${file.name}).`]
      : []),
    input.key === null
      ? `Only the key inside the receipt was used. Compare ${receipt.key} with the academy's /api/receipts/key, or give that key as --key.`
      : 'The signature was checked with the given key.',
  ];
}

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

export const receiptCommands = (print: Print): Command[] => [
  new Command('rotate-receipt-key')
    .description('Sign receipts with a new key from now on; earlier receipts stay valid')
    .action(async () => {
      await withContext(async (context) => {
        const { before, after } = await rotateReceiptKey(context);
        const sealed =
          context.secrets.keys === null
            ? 'not encrypted: SECRET_KEY is not set'
            : 'encrypted with SECRET_KEY';
        print(`Receipts are now signed with ${after} (${sealed}).`);
        if (before !== null)
          print(`Receipts signed with ${before} stay valid. That key can no longer sign anything.`);
      });
    }),
  new Command('acknowledge-loss')
    .description('End the alarm about lost submissions on this machine, and list their receipt numbers')
    .action(async () => {
      const numbers = await withContext(acknowledgeLostSubmissions);
      for (const number of numbers) print(number);
      print(
        numbers.length === 0
          ? 'No submission that this machine recorded is missing.'
          : `Acknowledged: ${counted(numbers.length, 'lost submission')}. Other machines of this portal need the same command.`,
      );
    }),
  new Command('verify')
    .description('Check a receipt, and the submitted file, without the portal')
    .argument('<receipt>', 'the .json file of a receipt')
    .argument('[file]', 'the submitted file')
    .option('--key <key>', "the academy's public key, as /api/receipts/key gives it")
    .action(async (receipt: string, file: string | undefined, { key }: { key?: string }) => {
      for (const line of await verifyReceiptFile({ receipt, file: file ?? null, key: key ?? null })) {
        print(line);
      }
    }),
  new Command('fsck')
    .description('Check the file of every receipt and attachment, and remove unused files older than a day')
    .option('--dry-run', 'remove nothing', false)
    .action(async ({ dryRun }: { dryRun: boolean }) => {
      const report = await withContext((context) =>
        checkFiles(context, { dryRun, others: listAttachedFiles }, (finding) => print(describe(finding))),
      );
      const summary = summarize(report, dryRun);
      if (Object.values(report.faults).some((count) => count > 0)) throw new CommandFailed(summary);
      print(summary);
    }),
];
