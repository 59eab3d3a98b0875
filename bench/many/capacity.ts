import type { Cost } from './measure.ts';
import type { WorkName } from './workload.ts';

/**
 * What three machines of four cores carry, on paper: from what a request costs portal and PostgreSQL.
 * PostgreSQL and the bucket are services beside the three machines, PostgreSQL with four cores of its own.
 */
export type Figures = {
  /** Of the most processes that were measured together. */
  costs: Readonly<Record<WorkName, Cost>>;
  /** Of one process under load. */
  memoryMb: number;
  /** Connections that a process may hold. */
  poolSize: number;
};

const machines = 3;
const coresEach = 4;
const postgresCores = 4;
/** Cores are not planned to be busier than this: what arrives arrives in bursts. */
const busy = 0.7;
const memoryEachGb = 8;
/** PostgreSQL's own default. */
const maxConnections = 100;

/** What one visit of a student asks for. */
const visit: Readonly<Record<WorkName, number>> = {
  page: 2,
  call: 6,
  forum: 1,
  question: 0.2,
  'hand-in': 0.15,
  login: 0.1,
};
const students = 50_000;
/** The busiest hour: so many of them come, and the evening of a deadline: so many hand in. */
const shareInBusiestHour = 0.3;
const shareAtDeadline = 0.5;

const perHour = 3_600;

/** @returns lines of text, the first limit first */
export function planCapacity({ costs, memoryMb, poolSize }: Figures): string[] {
  const works = Object.keys(visit) as WorkName[];
  const sum = (of: (cost: Cost) => number) =>
    works.reduce((total, name) => total + visit[name] * of(costs[name]), 0);
  const portalUs = sum(({ portalUs: us }) => us);
  const postgresUs = sum(({ postgresUs: us }) => us);
  const cores = machines * coresEach;
  const limits = [
    {
      name: `the portals' ${cores} cores`,
      visits: (cores * busy * 1e6) / portalUs,
      because: `a visit costs ${(portalUs / 1_000).toFixed(1)} ms of a portal's core`,
    },
    {
      name: `PostgreSQL's ${postgresCores} cores`,
      visits: (postgresCores * busy * 1e6) / postgresUs,
      because: `a visit costs ${(postgresUs / 1_000).toFixed(1)} ms of PostgreSQL's`,
    },
  ].toSorted((a, b) => a.visits - b.visits);
  const first = limits[0]?.visits ?? 0;
  const wanted = (students * shareInBusiestHour) / perHour;
  const handIn = costs['hand-in'];
  const handIns = Math.min(
    (cores * busy * 1e6) / handIn.portalUs,
    (postgresCores * busy * 1e6) / handIn.postgresUs,
  );
  const wantedHandIns = (students * shareAtDeadline) / perHour;
  const logins = (cores * busy * 1e6) / costs.login.portalUs;
  const processes = cores;
  const connections = processes * (poolSize + 2);
  return [
    `A visit: ${works.map((name) => `${visit[name]} × ${name}`).join(', ')}.`,
    ...limits.map(
      ({ name, visits, because }, at) =>
        `${at === 0 ? 'First limit' : 'Then'}: ${name}, ${visits.toFixed(0)} visits a second (${because}, ${busy * 100} % busy).`,
    ),
    `${students.toLocaleString('en')} students, ${shareInBusiestHour * 100} % of them in the busiest hour: ${wanted.toFixed(1)} visits a second, ${(first / wanted).toFixed(0)} times below that limit.`,
    `Hand-ins of 200 KB alone: ${handIns.toFixed(0)} a second; ${shareAtDeadline * 100} % of all within the last hour are ${wantedHandIns.toFixed(1)} a second.`,
    `Logins alone: ${logins.toFixed(0)} a second with every core hashing (${(costs.login.portalUs / 1_000).toFixed(0)} ms each); a session lasts 60 days.`,
    `Memory: ${processes} processes of ${memoryMb} MB are ${((coresEach * memoryMb) / 1_024).toFixed(1)} GB of a machine's ${memoryEachGb}.`,
    connections > maxConnections
      ? `Connections: ${processes} processes of ${poolSize} and two are ${connections}, more than PostgreSQL's default of ${maxConnections}: raise max_connections to ${Math.ceil((connections + 20) / 50) * 50}, or give each process ${Math.floor((maxConnections - 10) / processes) - 2}.`
      : `Connections: ${processes} processes of ${poolSize} and two are ${connections} of PostgreSQL's ${maxConnections}.`,
  ];
}
