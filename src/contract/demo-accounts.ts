export const demoPassword = 'capstone-demo';

/** By the email before `@`. */
export const demoStages = {
  new: 'student, no project yet, exit score 78',
  low: 'student, exit score 42: project selection is refused',
  week2: 'student, day 15: weeks 1 and 2 open, week 1 marked',
  final: 'student, day 29: everything open, weeks 1 to 4 marked',
  other: 'student of another batch, day 8, nothing submitted',
  past: 'student of an old batch, all marked',
  mentor: 'mentor of MERN-2026-11 and MERN-2024-03',
  admin: 'administrator',
  kavitha: 'mentor of MERN-2026-09, with 40 students at different steps',
  examiner: 'examiner from outside, with vivas of MERN-2026-09',
} as const;
export type DemoName = keyof typeof demoStages;

export const demoNames = Object.keys(demoStages) as DemoName[];

export function demoEmail(name: DemoName): string {
  return `${name}@example.test`;
}
