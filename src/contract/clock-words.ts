/** `2:30 pm`. @param minute of the day */
export function clockWords(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`;
}

/** Of `14:30` or `2026-11-21T14:30`. */
export function clockOfLocal(local: string): string {
  const [hours = 0, minutes = 0] = (local.split('T').at(-1) ?? '').split(':').map(Number);
  return clockWords(hours * 60 + minutes);
}
