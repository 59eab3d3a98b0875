import type { Running } from '../servers.ts';

/** What a class saw that read and wrote. */
export type Work = {
  requests: number;
  /** Of reads, in milliseconds. */
  p99: number;
  slowest: number;
  /** What was not answered with a success. */
  refused: number;
  /** Processor time of the server for one request, in microseconds, where nothing else was done. */
  timeOfRequest: number;
};

const readers = 8;
/** Between two requests of one reader, in milliseconds: people read what they see. */
const pauseMs = 20;

/** Reads a dashboard's calls again and again, and posts now and then, for as long as something takes. */
export async function readAndWrite(
  server: Running,
  { email, cookie }: { email: string; cookie: string },
  meanwhile: () => Promise<void>,
): Promise<Work> {
  const took: number[] = [];
  let [requests, refused, slowest] = [0, 0, 0];
  const work = { isOver: false };
  const of = encodeURIComponent(email);
  const reads = [`/api/students/studentCourse/${of}`, `/api/students/timeline/${of}`, `/api/auth/session`];
  const send = async (address: string, init: RequestInit = {}): Promise<void> => {
    const from = performance.now();
    const response = await fetch(server.url + address, { ...init, headers: { cookie, ...init.headers } });
    await response.arrayBuffer();
    const ms = performance.now() - from;
    requests += 1;
    slowest = Math.max(slowest, ms);
    if (!response.ok) refused += 1;
    if (init.method === undefined) took.push(ms);
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));
  const read = async (): Promise<void> => {
    for (let n = 0; !work.isOver; n += 1) {
      await send(reads[n % reads.length] as string);
      await pause();
    }
  };
  const write = async (): Promise<void> => {
    for (let n = 0; !work.isOver; n += 1) {
      const body = JSON.stringify({ question: `May I ask, for the ${n}th time?` });
      const headers = { 'content-type': 'application/json' };
      await send(`/api/discussion/discussion/${of}/question`, { method: 'POST', body, headers });
      await pause();
    }
  };
  const before = server.processorTime() as number;
  const working = Promise.all([...Array.from({ length: readers }, read), write()]);
  await meanwhile();
  work.isOver = true;
  await working;
  const sorted = took.toSorted((a, b) => a - b);
  const used = (server.processorTime() as number) - before;
  return {
    requests,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    slowest,
    refused,
    timeOfRequest: used / requests,
  };
}
