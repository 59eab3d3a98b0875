import type { Receipt } from '#contract/submissions';
import { sha256Of } from '../submit.ts';
import type { Client } from './submissions.ts';

const pageSize = 100;

/** What a portal shows after a crash, compared with what a client knows. */
type Verification = { versions: number; bytes: number; losses: string[] };

/** @throws with all that is known when an answer cannot be read */
async function get(client: Client, address: string): Promise<{ status: number; bytes: Buffer }> {
  const answer = await fetch(address, { headers: { cookie: client.student.cookie } });
  try {
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  } catch (cause) {
    const known = JSON.stringify([answer.status, ...answer.headers]);
    throw new Error(`The answer of ${address} cannot be read: ${known}`, { cause });
  }
}

/** A student's versions that were not seen before, newest first. */
async function newVersions(client: Client, url: string, seen: ReadonlySet<string>): Promise<Receipt[]> {
  const found: Receipt[] = [];
  const list = `${url}/api/students/submissions/${client.student.email}?limit=${pageSize}`;
  for (let before = ''; ;) {
    const answer = await get(client, list + before);
    if (answer.status !== 200) throw new Error(`A list of versions was answered ${answer.status}`);
    const page = JSON.parse(answer.bytes.toString()) as Receipt[];
    const fresh = page.filter(({ number }) => !seen.has(number));
    found.push(...fresh);
    if (fresh.length < pageSize) return found;
    before = `&before=${page.at(-1)?.number}`;
  }
}

/** What is wrong with a version's bytes, as its student downloads them; null when they are whole. */
async function findLoss(client: Client, url: string, { number, file }: Receipt): Promise<string | null> {
  if (file === null) return `${number} is shown without its file`;
  const { status, bytes } = await get(client, `${url}/api/files/${file.id}`);
  if (status !== 200) return `the file of ${number} is answered ${status}`;
  const isWhole = sha256Of(bytes) === file.sha256 && bytes.length === file.bytes;
  return isWhole ? null : `the file of ${number} is another`;
}

/**
 * Looks at everything that has become visible since the last time: each version has its bytes, and each receipt of the
 * client is among the versions.
 * @param seen the numbers of versions that were looked at; new ones are added
 */
export async function verify(client: Client, url: string, seen: Set<string>): Promise<Verification> {
  const result: Verification = { versions: 0, bytes: 0, losses: [] };
  for (const version of await newVersions(client, url, seen)) {
    seen.add(version.number);
    result.versions += 1;
    result.bytes += version.file?.bytes ?? 0;
    const loss = await findLoss(client, url, version);
    if (loss !== null) result.losses.push(loss);
  }
  for (const { number, file, sentSha256 } of client.receipts) {
    if (!seen.has(number)) result.losses.push(`receipt ${number} is gone`);
    if (file?.sha256 !== sentSha256)
      result.losses.push(`receipt ${number} is for other bytes than were sent`);
  }
  return result;
}
