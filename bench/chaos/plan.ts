/** What a student does on a screen; `mark` is the mentor's. */
export const actions = ['submit', 'ask', 'comment', 'edit', 'favourite', 'mark'] as const;
export type Action = (typeof actions)[number];

/** One action of an order, and what it should have left behind. */
export type Entry = {
  action: Action;
  /** Unique in the run: what it wrote. */
  text: string;
  /** The question, the submission's week, or the marked submission. */
  subject: string;
  /** The state that a favourite asks for. */
  isFavorite?: boolean;
  /** Whether it was known to be saved before anything else happened; else it may be lost, but not doubled. */
  isSaved: boolean;
  /** The screen said that it was not saved; it may have been, if only the answer was lost. */
  isSaidUnsaved?: boolean;
};

export const outcomes = [
  'once',
  'not saved, and gone',
  'said unsaved',
  'lost',
  'doubled',
  'out of order',
  'another value',
] as const;
export type Outcome = (typeof outcomes)[number];

const mayBe: readonly Outcome[] = ['once', 'not saved, and gone', 'said unsaved'];

export const isFailure = (outcome: Outcome): boolean => !mayBe.includes(outcome);

/** What happens to the network, the page, the browser and the server. */
export const disturbances = [
  'network cut',
  'device offline',
  'answers lost',
  'network back',
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
export const isCut = (name: Disturbance): boolean => name === 'network cut' || name === 'device offline';

export type Step =
  /** `isHurried`: the next step comes at once, before the action is known to be saved; it may be lost, but not doubled. */
  { kind: 'action'; action: Action; isHurried: boolean } | { kind: 'disturbance'; disturbance: Disturbance };

export type Plan = { number: number; device: 'student' | 'mentor'; steps: readonly Step[] };

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const actionWeights = { submit: 3, ask: 3, comment: 4, edit: 3, favourite: 3 } as const;
const disturbanceWeights: Record<Disturbance, number> = {
  'network cut': 4,
  'device offline': 4,
  'answers lost': 3,
  'network back': 4,
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

/** One random order of actions and disturbances: the same for the same seed and number. */
export function makePlan(seed: number, number: number): Plan {
  const random = makeRandom(seed * 100_003 + number);
  const device = number % mentorEvery === mentorEvery - 1 ? 'mentor' : 'student';
  const action = (): Step => ({
    kind: 'action',
    action: device === 'mentor' ? 'mark' : pick(actionWeights, random),
    isHurried: random() < hurriedShare,
  });
  const disturbance = (): Step => ({ kind: 'disturbance', disturbance: pick(disturbanceWeights, random) });
  const length = 4 + Math.floor(random() * 4);
  const middle = Array.from({ length }, () => (random() < 0.5 ? action() : disturbance()));
  // Something happens before, and something is done after it.
  return { number, device, steps: [disturbance(), ...middle, action()] };
}

const describe = (step: Step): string =>
  step.kind === 'action' ? `${step.action}${step.isHurried ? ', hurried' : ''}` : step.disturbance;

export const describePlan = ({ device, steps }: Plan): string =>
  `${device}: ${steps.map(describe).join(' · ')}`;
