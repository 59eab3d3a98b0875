import { workOf } from '../bounded-thread.ts';
import { htmlForRow } from './markdown-html.ts';

/** Texts with their HTML, each as `htmlForRow` gives it. */
export default workOf((texts: string[]) => texts.map(htmlForRow));
