import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { punctuality } from '#contract/dates';
import { hasRepeatedMember } from '#contract/repeated-member';
import { signedReceipt, type SignedReceipt } from '#contract/submissions/receipt-calls';
import { isPublicKey, isSignedBy } from '#server/submissions/receipts/receipt-signature';
import { CommandFailed } from './failure-lines.ts';

/** Far above a receipt with the longest links and comments. */
const maxBytes = 1024 * 1024;

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (found === null) throw new CommandFailed(`There is no file ${file}.`);
  if (!found.isFile()) throw new CommandFailed(`${file} is not a file.`);
  return found.size;
}

async function readReceipt(file: string): Promise<Record<string, unknown>> {
  if ((await sizeOf(file)) > maxBytes) throw new CommandFailed(`${file} is too large to be a receipt.`);
  try {
    const text = await readFile(file, 'utf8');
    const value = JSON.parse(text) as unknown;
    if (hasRepeatedMember(text, value)) {
      throw new CommandFailed('Altered: an object in the receipt has two members with the same name.');
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandFailed(`${file} is not a receipt: it does not hold a JSON object.`);
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
export async function verifyReceiptFile(input: {
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
  const said = punctuality({ task, late, due_at })?.toLowerCase();
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
