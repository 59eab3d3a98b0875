/** The viva's six steps (specification, section 9). */
export const vivaSteps = [
  'introduction',
  'methodology',
  'findings',
  'challenges',
  'qa',
  'conclusion',
] as const;
export type VivaStep = (typeof vivaSteps)[number];

export const vivaStepNames: Record<VivaStep, string> = {
  introduction: 'Introduction',
  methodology: 'Methodology',
  findings: 'Findings',
  challenges: 'Challenges',
  qa: 'Q&A',
  conclusion: 'Conclusion',
};
