/** `2:30 pm`. @param local `14:30` or `2026-11-21T14:30:00` */
export function clockOfLocal(local: string): string {
  const [, hours = '', minutes = ''] = /(\d+):(\d+)/.exec(local) ?? [];
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'am' : 'pm'}`;
}
