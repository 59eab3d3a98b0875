/** What somebody does on a screen; `mark` is the mentor's, the others are a student's. */
export const acts = ['hand in', 'ask', 'comment', 'edit', 'favourite', 'mark'] as const;
export type Act = (typeof acts)[number];

/** What happens to the line, the page, the browser and the server. */
export const disturbances = [
  'line cut',
  'device offline',
  'answers lost',
  'line back',
  'reload',
  'another screen',
  'page closed',
  'page crashes',
  'browser closed',
  'server killed',
  'server started',
] as const;
export type Disturbance = (typeof disturbances)[number];

/** What keeps screens from being loaded, and what is sent from arriving. */
export const isCut = (name: Disturbance): boolean => name === 'line cut' || name === 'device offline';

export type Step =
  /** `isHurried`: the next step comes at once, before the press is known to be kept; it may then be lost, but not doubled. */
  { kind: 'act'; act: Act; isHurried: boolean } | { kind: 'disturbance'; disturbance: Disturbance };

export type Plan = { number: number; device: 'student' | 'mentor'; steps: readonly Step[] };

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How often each comes, beside the others. */
const actWeights = { 'hand in': 3, ask: 3, comment: 4, edit: 3, favourite: 3 } as const;
const disturbanceWeights: Record<Disturbance, number> = {
  'line cut': 4,
  'device offline': 4,
  'answers lost': 3,
  'line back': 4,
  reload: 3,
  'another screen': 3,
  'page closed': 2,
  'page crashes': 2,
  'browser closed': 1,
  'server killed': 2,
  'server started': 2,
};

function pick<Name extends string>(weights: Readonly<Record<Name, number>>, random: () => number): Name {
  const names = Object.keys(weights) as Name[];
  let left = random() * names.reduce((sum, name) => sum + weights[name], 0);
  return names.find((name) => (left -= weights[name]) < 0) ?? (names[0] as Name);
}

const mentorEvery = 5;
const hurriedShare = 0.2;

/** One random order of acts and disturbances: the same for the same seed and number. */
export function makePlan(seed: number, number: number): Plan {
  const random = makeRandom(seed * 100_003 + number);
  const device = number % mentorEvery === mentorEvery - 1 ? 'mentor' : 'student';
  const act = (): Step => ({
    kind: 'act',
    act: device === 'mentor' ? 'mark' : pick(actWeights, random),
    isHurried: random() < hurriedShare,
  });
  const disturbance = (): Step => ({ kind: 'disturbance', disturbance: pick(disturbanceWeights, random) });
  const length = 4 + Math.floor(random() * 4);
  const middle = Array.from({ length }, () => (random() < 0.5 ? act() : disturbance()));
  // Something happens before, and something is done after it.
  return { number, device, steps: [disturbance(), ...middle, act()] };
}

const describe = (step: Step): string =>
  step.kind === 'act' ? `${step.act}${step.isHurried ? ', hurried' : ''}` : step.disturbance;

/** An order in a line, for whoever looks what went wrong. */
export const describePlan = ({ device, steps }: Plan): string =>
  `${device}: ${steps.map(describe).join(' · ')}`;
