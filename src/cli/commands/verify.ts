import { Command } from 'commander';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isDocumentLike } from '#contract/certificates/signed-file';
import { hasRepeatedMember } from '#contract/repeated-member';
import { punctuality } from '#contract/submissions/lateness';
import { signedReceipt, type SignedReceipt } from '#contract/submissions/receipt-calls';
import { counted } from '#server/operations/system-check/check';
import { fingerprintOf, isPublicKey } from '#server/platform/signing/key-pair';
import { documentFormat, verifyDocument } from '#server/platform/signing/signed-document';
import { isSignedBy } from '#server/submissions/receipts/receipt-signature';
import { CommandFailed, type Print } from '../failure-lines.ts';

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

/** @throws CommandFailed: neither a receipt nor a signed document, which is no accusation; or altered */
async function readSigned(file: string): Promise<Record<string, unknown>> {
  if ((await sizeOf(file)) > maxBytes) throw new CommandFailed(`${file} is too large to be a receipt.`);
  const { text, value } = await readJson(file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandFailed(`${file} is not a receipt: it does not hold a JSON object.`);
  if (marks.filter((name) => name in value).length < 2)
    throw new CommandFailed(`${file} is not a receipt: it has no number, key and signature.`);
  if (hasRepeatedMember(text, value))
    throw new CommandFailed('Altered: an object in the file has two members with the same name.');
  return value as Record<string, unknown>;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** What the command ends with: whose key it was. */
const trust = (what: string, key: string, expectedKey: string | null): string =>
  expectedKey === null
    ? `Only the key inside the ${what} was used. Compare ${key} with the academy's /api/receipts/key, or give that key as --key.`
    : 'The signature was checked with the given key.';

function checkSignature(receipt: Record<string, unknown>, expectedKey: string | null): SignedReceipt {
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

type Asked = { file: string | null; key: string | null };

/** The receipt by its signature, and the file by the receipt's hash. */
async function verifyReceipt(signed: Record<string, unknown>, input: Asked): Promise<string[]> {
  const receipt = checkSignature(signed, input.key);
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
    trust('receipt', receipt.key, input.key),
  ];
}

const kindOf = (type: string): string => type.replace(/^capstone-/, '').replaceAll('-', ' ');

/** A certificate, a sheet or another document in the one signed format. */
function verifySigned(value: Record<string, unknown>, { file, key }: Asked): string[] {
  if (file !== null)
    throw new CommandFailed('A second file belongs to a receipt: this is a signed document without a file.');
  if (value['format'] !== documentFormat)
    throw new CommandFailed(
      `This document has format ${JSON.stringify(value['format'])}, which this version cannot check. Use a newer Capstone.`,
    );
  const document = verifyDocument(value);
  if (document === null) throw new CommandFailed('Altered: the signature does not match the document.');
  if (key !== null && document.key !== key)
    throw new CommandFailed('Altered: the document was not signed with the given key.');
  const shown = document.fields.filter((field) => field !== null);
  const hidden = document.fields.length - shown.length;
  return [
    `Signed: ${kindOf(document.type)} ${document.number}, by the key ${document.key} on ${document.signed_at.slice(0, 10)} (UTC).`,
    ...shown.map(({ name, value }) => `${name}: ${[value].flat().join(', ')}`),
    ...(hidden === 0 ? [] : [`${counted(hidden, 'field')} of the document not shown in this file.`]),
    `Fingerprint of the key, as printed on paper: ${fingerprintOf(document.key)}.`,
    'Ask the portal whether it was revoked or replaced: this file cannot say so.',
    trust('document', document.key, key),
  ];
}

/**
 * Checks a signed file without a portal.
 * @param asked `key` is the academy's public key; null takes the file's own
 * @throws CommandFailed that says what is not genuine
 */
async function verifyFile(signed: string, asked: Asked): Promise<string[]> {
  if (asked.key !== null && !isPublicKey(asked.key))
    throw new CommandFailed('--key is not a public key: it must be 43 characters of base64url.');
  const value = await readSigned(signed);
  return isDocumentLike(value) ? verifySigned(value, asked) : verifyReceipt(value, asked);
}

export const verifyCommand = (print: Print): Command =>
  new Command('verify')
    .description(
      'Check a receipt and its submitted file, a certificate, a mark sheet or a record of a viva, without the portal',
    )
    .argument('<signed>', 'the .json file of the receipt or of the other document')
    .argument('[file]', 'the submitted file of a receipt')
    .option('--key <key>', "the academy's public key, as /api/receipts/key gives it")
    .action(async (signed: string, file: string | undefined, { key }: { key?: string }) => {
      const lines = await verifyFile(signed, { file: file ?? null, key: key ?? null });
      for (const line of lines) print(line);
    });
