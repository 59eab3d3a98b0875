/** From its first minute or step up to, and without, `to`. */
type Span = { from: number; to: number };
/** Of a room or a person, by a key. */
type Hold = Span & { key: string };

/** Lengths are in the unit of `from`. */
type Viva = {
  from: number;
  length: number;
  buffer: number;
  room: string | number;
  student: string | number;
  panel: readonly (string | number)[];
};

export const holdKey = (kind: 'room' | 'person', who: string | number): string => `${kind} ${who}`;

/** Room and examiners until the buffer's end, the student until the viva's. */
export function holdsOf({ from, length, buffer, room, student, panel }: Viva): Hold[] {
  const to = from + length;
  return [
    { key: holdKey('room', room), from, to: to + buffer },
    ...panel.map((one) => ({ key: holdKey('person', one), from, to: to + buffer })),
    { key: holdKey('person', student), from, to },
  ];
}

/** What is held elsewhere at the same time: the database refuses it. The room's come first. */
export const clashesOf = <Taken extends Hold>(holds: readonly Hold[], taken: readonly Taken[]): Taken[] =>
  holds.flatMap(({ key, from, to }) =>
    taken.filter((other) => other.key === key && other.from < to && from < other.to),
  );

export const takenWords = (name: string, from: string, to: string): string =>
  `${name} is taken from ${from} to ${to}`;
