import { workOf } from '../bounded-thread.ts';
import { htmlForRow } from './markdown-html.ts';

export default workOf((texts: string[]) => texts.map(htmlForRow));
