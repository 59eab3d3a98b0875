import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { clockWords } from '#contract/vivas/minute-words';
import { stepMinutes } from '#contract/vivas/plan';
import type { PlannedViva, PlanView } from '#contract/vivas/plan-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Small, Stack } from '../../../ui/layout.tsx';
import { fieldsOf } from '../place-form.tsx';
import styles from './board.module.css';
import {
  clashesAt,
  concernsAt,
  frameOf,
  localOf,
  minuteOfLocal,
  placeAt,
  placeOf,
  samePlace,
  stepTo,
  type Place,
} from './move-rules.ts';

type Moving = { viva: PlannedViva; place: Place };
type Grab = { viva: PlannedViva; x: number; y: number; offset: number; isDragging: boolean };

/** A hand that only clicks. */
const dragPixels = 4;

const idOf = ({ student }: PlannedViva): string => `viva-${student.s_id}`;

/** Rows are steps of five minutes; `first` is the board's. */
const rowsOf = (from: number, minutes: number, first: number): CSSProperties => ({
  gridRow: `${(from - first) / stepMinutes + 1} / span ${Math.max(1, minutes / stepMinutes)}`,
});

function MoveForm({
  day,
  moving: { viva, place },
  clashes,
  concerns,
  isDropped,
  onEnd,
  onRefused,
}: {
  day: string;
  moving: Moving;
  clashes: readonly string[];
  concerns: readonly string[];
  /** Saved by Enter, or where the pointer lets go. */
  isDropped: boolean;
  onEnd: () => void;
  onRefused: () => void;
}) {
  const stored = fieldsOf(viva);
  const form = useActionForm({
    formName: 'place',
    target: { student: viva.student.s_id },
    hidden: {
      ...stored,
      starts_at: localOf(day, place),
      room: place.room,
      began: JSON.stringify(stored),
    },
    keepsPlace: true,
    isReady: () => clashes.length === 0,
    onDone: onEnd,
    onRefused,
  });
  const send = useEffectEvent(() => form.submit(form.hidden));
  useEffect(() => {
    if (isDropped) send();
  }, [isDropped]);
  const words = [...clashes, ...concerns];
  return (
    <div className={styles['move']} data-refused={clashes.length > 0 || undefined}>
      <p role="status">
        <strong>{`${viva.student.s_name}: ${clockWords(place.from)}, ${place.room}. `}</strong>
        <span>{words.length === 0 ? 'Free.' : `${words.join('. ')}.`}</span>
      </p>
      <ActionForm
        form={form}
        button="Save the time"
        small
        variant="primary"
        further={
          <Button variant="quiet" small onClick={onEnd}>
            Cancel
          </Button>
        }
      />
    </div>
  );
}

/** The vivas of a day by room: dragged, or moved by keys. On a phone the list with its form is shown. */
export function Board({ view }: { view: PlanView & { day: string } }) {
  const frame = frameOf(view);
  const { from: first, to: last, rooms, open } = frame;
  const board = useRef<HTMLDivElement>(null);
  const grab = useRef<Grab | null>(null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const [isDropped, setDropped] = useState(false);
  const clashes = moving === null ? [] : clashesAt(view, moving.viva, moving.place);
  const concerns = moving === null ? [] : concernsAt(view, moving.viva, moving.place);

  const end = () => {
    grab.current = null;
    setDropped(false);
    setMoving(null);
    // A block that changes its column is another place in the page.
    if (moving !== null) setTimeout(() => document.getElementById(idOf(moving.viva))?.focus());
  };
  const moveTo = (viva: PlannedViva, place: Place) => {
    setDropped(false);
    setMoving(samePlace(place, placeOf(viva)) ? null : { viva, place });
  };
  const onKeyDown = (viva: PlannedViva) => (event: KeyboardEvent<HTMLElement>) => {
    const now = moving?.viva.student.s_id === viva.student.s_id ? moving.place : placeOf(viva);
    const next = stepTo(now, event.key, frame, viva.minutes);
    if (next !== null) moveTo(viva, next);
    else if (event.key === 'Escape' && moving !== null) end();
    else if (event.key === 'Enter' && moving !== null) setDropped(clashes.length === 0);
    else return;
    event.preventDefault();
  };
  const onPointerDown = (viva: PlannedViva) => (event: PointerEvent<HTMLElement>) => {
    // A finger scrolls.
    if (event.pointerType === 'touch' || event.button !== 0) return;
    const { top } = event.currentTarget.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    grab.current = {
      viva,
      x: event.clientX,
      y: event.clientY,
      offset: event.clientY - top,
      isDragging: false,
    };
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { current } = grab;
    const box = board.current?.getBoundingClientRect();
    if (current === null || box === undefined) return;
    current.isDragging ||= Math.hypot(clientX - current.x, clientY - current.y) > dragPixels;
    if (!current.isDragging) return;
    const at = { x: clientX - box.left, y: clientY - current.offset - box.top };
    moveTo(current.viva, placeAt(at, box, frame, current.viva.minutes));
  };
  const onPointerUp = () => {
    const isDragging = grab.current?.isDragging === true;
    grab.current = null;
    if (isDragging && moving !== null) setDropped(clashes.length === 0);
  };

  const hours = Array.from({ length: (last - first) / 60 }, (_, index) => first + index * 60);
  const column = (room: string): CSSProperties => ({ gridColumn: rooms.indexOf(room) + 1 });
  const shape = { '--rooms': rooms.length, '--steps': (last - first) / stepMinutes } as CSSProperties;
  return (
    <Stack gap={2} className={styles['screen']}>
      <div className={styles['say']}>
        <div id="board-keys" hidden={moving !== null}>
          <Small>
            Drag a viva to another time or room, or move it with the arrow keys. Page Up and Page Down move it
            by an hour. Enter saves, Escape cancels.
          </Small>
        </div>
        {moving !== null && (
          <MoveForm
            key={moving.viva.student.s_id}
            day={view.day}
            {...{ moving, clashes, concerns, isDropped }}
            onEnd={end}
            onRefused={() => setDropped(false)}
          />
        )}
      </div>
      <div className={styles['table']} style={shape}>
        <div className={styles['rooms']} aria-hidden>
          {rooms.map((room) => (
            <span key={room}>{room}</span>
          ))}
        </div>
        <div className={styles['hours']} aria-hidden>
          {hours.map((hour) => (
            <span key={hour}>{clockWords(hour)}</span>
          ))}
        </div>
        <div ref={board} className={styles['board']} role="group" aria-label="Vivas by time and room">
          {open.map(({ from, to }) => (
            <div key={from} className={styles['open']} style={rowsOf(from, to - from, first)} aria-hidden />
          ))}
          {view.taken
            .filter(({ who }) => rooms.includes(who))
            .map(({ who, local, minutes }) => (
              <div
                key={`${who} ${local}`}
                className={styles['taken']}
                style={{ ...column(who), ...rowsOf(minuteOfLocal(local), minutes, first) }}
              >
                Another batch
              </div>
            ))}
          {view.vivas.map((viva) => {
            const { student, minutes, buffer, examiners } = viva;
            const isMoving = moving?.viva.student.s_id === student.s_id;
            const place = isMoving && moving !== null ? moving.place : placeOf(viva);
            const panel = examiners.map(({ name }) => name).join(', ');
            const names = viva.repeat === true ? `${panel}, repeat` : panel;
            return (
              <div
                key={student.s_id}
                className={styles['slot']}
                data-moving={isMoving || undefined}
                data-refused={(isMoving && clashes.length > 0) || undefined}
                style={{ ...column(place.room), ...rowsOf(place.from, minutes + buffer, first) }}
              >
                <button
                  type="button"
                  id={idOf(viva)}
                  className={styles['viva']}
                  style={{ '--part': minutes / (minutes + buffer) } as CSSProperties}
                  aria-label={`${clockWords(place.from)} ${student.s_name} ${names}, ${place.room}`}
                  aria-describedby="board-keys"
                  title={`${student.s_name}, ${names}`}
                  onKeyDown={onKeyDown(viva)}
                  onPointerDown={onPointerDown(viva)}
                  onPointerMove={onPointerMove}
                  onPointerUp={onPointerUp}
                  onPointerCancel={end}
                >
                  <span>{`${clockWords(place.from)} ${student.s_name} `}</span>
                  <span className={styles['names']}>{names}</span>
                </button>
              </div>
            );
          })}
        </div>
      </div>
    </Stack>
  );
}
