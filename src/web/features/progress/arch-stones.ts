import type { Task } from '#contract/dates';

/**
 * The six stones of a student's arch, 120 by 76: the weeks from the left foot to the right one, the final project and the viva
 * as the keystone. `at` is where a stone's sign stands, `late` where the sign for late does, at its outer edge.
 */
export const archStones: readonly { task: Task; d: string; at: [number, number]; late: [number, number] }[] =
  [
    {
      task: 'week-1',
      d: 'M34,64L6,64A54 54 0 0 1 14.7,34.6L38.2,49.8A26 26 0 0 0 34,64Z',
      at: [21.6, 52.6],
      late: [9, 39],
    },
    {
      task: 'week-2',
      d: 'M38.7,49.1L15.8,33A54 54 0 0 1 38.9,14.3L49.8,40.1A26 26 0 0 0 38.7,49.1Z',
      at: [34.8, 32.9],
      late: [21, 19],
    },
    {
      task: 'week-3',
      d: 'M70.2,40.1L81.1,14.3A54 54 0 0 1 104.2,33L81.3,49.1A26 26 0 0 0 70.2,40.1Z',
      at: [85.2, 32.9],
      late: [99, 19],
    },
    {
      task: 'week-4',
      d: 'M81.8,49.8L105.3,34.6A54 54 0 0 1 114,64L86,64A26 26 0 0 0 81.8,49.8Z',
      at: [98.4, 52.6],
      late: [111, 39],
    },
    {
      task: 'final',
      d: 'M51.9,42.5L46.2,27A39.5 39.5 0 0 1 73.8,27L68.1,42.5A23 23 0 0 0 51.9,42.5Z',
      at: [60, 33.4],
      late: [75, 38],
    },
    {
      task: 'viva',
      d: 'M45.5,25.1L39,7.8A60 60 0 0 1 81,7.8L74.5,25.1A41.5 41.5 0 0 0 45.5,25.1Z',
      at: [60, 14],
      late: [83, 5],
    },
  ];

/** The feet on which it stands. */
export const archPiers = 'M6,67H34V75H6ZM86,67H114V75H86Z';
