/**
 * A thousand other questions of such a course, always the same ones: what is said of each tool, error and week. They use the
 * words of the held pairs as a forum does (viva, week 2, deadline, GitHub, error), and ask something else. Written with
 * `held-pairs.ts`, and not changed since either.
 */
const tools = [
  'pandas',
  'React',
  'Express',
  'MongoDB',
  'MySQL',
  'Git',
  'Django',
  'Flask',
  'Docker',
  'NumPy',
  'matplotlib',
  'scikit-learn',
  'TensorFlow',
  'Tailwind',
  'Redux',
  'Node',
  'TypeScript',
  'PostgreSQL',
  'Power BI',
  'Postman',
];
const errors = [
  'TypeError: Cannot read properties of null',
  'SyntaxError: invalid syntax',
  'ECONNREFUSED 127.0.0.1:3306',
  'ValueError: could not convert string to float',
  '404 Not Found',
  '500 Internal Server Error',
  'IndexError: list index out of range',
  'MemoryError',
  'Segmentation fault',
  'ReferenceError: process is not defined',
  'OperationalError: database is locked',
  'UnicodeDecodeError',
  'port 3000 is already in use',
  'merge conflict in package-lock.json',
  'AttributeError: NoneType object has no attribute',
  'Maximum update depth exceeded',
  'ERR_MODULE_NOT_FOUND',
  'Access denied for user root',
  'ZeroDivisionError',
  'Unexpected token < in JSON at position 0',
];
const weeks = ['1', '2', '3', '4'];

const english = {
  tools: [
    'Which version of {} should we use for the project?',
    'Is there a good free course for {}? I am a complete beginner.',
    '{} does not start after the update, it closes at once. Anyone else?',
    'How do I uninstall {} completely from Windows?',
    'Can somebody look over my {} code before I hand it in?',
    'Does the mentor expect tests for the {} part?',
    'My {} setup works on the machine of a friend but not on mine. Ideas?',
    'How much {} will we need for the jobs after this course?',
    'Is it okay to use something else in place of {}?',
    'Where can I find good exercises for {}? The ones in the references are too easy.',
  ],
  errors: [
    'What does "{}" mean? I see it for the first time.',
    'Since yesterday I get {} whenever I start the server.',
    'I have {} only on the college computers, not at home. Why?',
    'Is {} something that the mentor will take marks off for?',
    'Fixed {} by installing everything again, but it came back after an hour.',
    'Searched for {} on Stack Overflow, twenty answers and none of them helps.',
  ],
  weeks: [
    'What exactly has to be in the document of week {}?',
    'How long did week {} take you? I have only the weekend.',
    'Are the references for week {} compulsory reading?',
    'Is there a recorded session for week {}?',
    'Who has a sample hand-in of week {} from an older batch?',
    'Do comments in the hand-in of week {} count for marks?',
    'Does week {} build on the week before, or can it be done alone?',
    'Is the viva based on week {} as well?',
    'At what time of the day does week {} open?',
    'My hand-in of week {} says late although it was two minutes. Will I lose marks?',
    'What is the deadline of week {}, Sunday night or Monday morning?',
    'Can the mentor explain the feedback on week {} in a call?',
    'The screenshots for week {}: in the document or as separate files?',
    'Which folder structure do you use for week {}?',
    'Is a video of the demo needed in week {}?',
    'Do diagrams in week {} have to be drawn by a tool or is paper fine?',
    'How are the marks of week {} split between code and document?',
    'Will there be a doubt clearing session before week {}?',
    'May the data for week {} be made up?',
    'What happens if week {} is skipped altogether?',
  ],
};
const malayalam = {
  tools: [
    '{} പഠിക്കാൻ നല്ല സൗജന്യ വീഡിയോ ഏതാണ്?',
    '{} ഇൻസ്റ്റാൾ ചെയ്യാൻ എത്ര സ്ഥലം വേണം?',
    'പ്രോജക്റ്റിൽ {} നിർബന്ധമാണോ?',
    '{} അറിയാത്തവർക്ക് ഈ പ്രോജക്റ്റ് ബുദ്ധിമുട്ടാകുമോ?',
    'പുതിയ {} വേർഷനിൽ പഴയ കോഡ് ഓടുന്നില്ല, ആർക്കെങ്കിലും ഇതേ പ്രശ്നം ഉണ്ടോ?',
    '{} ഉപയോഗിച്ച് ചെയ്ത നല്ല ഉദാഹരണങ്ങൾ എവിടെ കാണാം?',
    'ജോലിക്ക് അപേക്ഷിക്കുമ്പോൾ {} എത്രമാത്രം അറിയണം?',
    'ഇന്നലത്തെ ക്ലാസ്സിൽ {} പറഞ്ഞ ഭാഗം മനസ്സിലായില്ല, ഒന്ന് വിശദീകരിക്കാമോ?',
  ],
  errors: [
    '{} എന്ന് കാണിക്കുന്നു, ഇതിന്റെ അർത്ഥം എന്താണ്?',
    'server തുടങ്ങുമ്പോൾ എല്ലായ്പ്പോഴും {} വരുന്നു, സഹായിക്കാമോ?',
    '{} മാറ്റാൻ രണ്ട് ദിവസമായി ശ്രമിക്കുന്നു, ശരിയാകുന്നില്ല.',
    'കോളേജിലെ കമ്പ്യൂട്ടറിൽ മാത്രം {} വരുന്നത് എന്തുകൊണ്ടാണ്?',
    '{} വന്നാൽ മാർക്ക് കുറയ്ക്കുമോ?',
  ],
  weeks: [
    'week {} document-ൽ എന്തൊക്കെ ഉൾപ്പെടുത്തണം?',
    'week {} ചെയ്തുതീർക്കാൻ നിങ്ങൾക്ക് എത്ര മണിക്കൂർ എടുത്തു?',
    'week {} ക്ലാസ്സിന്റെ recording ഉണ്ടോ?',
    'week {} സബ്മിറ്റ് ചെയ്തു, രസീത് മെയിലിൽ വന്നില്ല.',
    'week {} തുറക്കുന്നത് രാവിലെ എത്ര മണിക്കാണ്?',
    'week {} ചെയ്യാതെ അടുത്തതിലേക്ക് പോകാമോ?',
    'പഴയ ബാച്ചിലെ week {} മാതൃക ആരുടെയെങ്കിലും കയ്യിൽ ഉണ്ടോ?',
    'week {} ഡയഗ്രം കൈകൊണ്ട് വരച്ചാൽ മതിയോ?',
    'week {} മാർക്ക് എങ്ങനെയാണ് വിഭജിക്കുന്നത്?',
    'week {} screenshot വേറെ ഫയലായി ഇടണോ?',
  ],
};
const hindi = {
  tools: [
    '{} सीखने के लिए कोई अच्छा मुफ्त कोर्स बताइए',
    'क्या प्रोजेक्ट में {} का इस्तेमाल अनिवार्य है?',
    '{} का कौन सा version लेना चाहिए?',
    '{} की जगह कुछ और ले सकते हैं क्या?',
    'कल की क्लास में {} वाला हिस्सा समझ नहीं आया, कोई समझा सकता है?',
    'नौकरी के इंटरव्यू में {} से क्या पूछते हैं?',
    'update के बाद {} चालू ही नहीं होता, किसी और को भी यह दिक्कत है?',
    '{} के अभ्यास के लिए अच्छे सवाल कहाँ मिलेंगे?',
  ],
  errors: [
    '{} का मतलब क्या है? पहली बार देखा है।',
    'server शुरू करते ही {} आ जाता है, मदद कीजिए',
    'दो दिन से {} में अटका हूँ, कोई उपाय काम नहीं कर रहा',
    'कॉलेज के computer पर ही {} क्यों आता है, घर पर नहीं आता',
    '{} आने पर क्या नंबर कटेंगे?',
  ],
  weeks: [
    'week {} के document में क्या क्या लिखना है?',
    'week {} पूरा करने में आपको कितने घंटे लगे?',
    'week {} की क्लास की recording कहाँ मिलेगी?',
    'week {} जमा किया पर रसीद की मेल नहीं आई',
    'week {} के अंक कैसे बाँटे जाते हैं?',
    'week {} का feedback mentor से फोन पर समझ सकते हैं क्या?',
    'पुराने बैच का week {} का नमूना किसी के पास है?',
    'week {} में diagram हाथ से बनाना चलेगा?',
    'week {} रविवार रात को बंद होता है या सोमवार सुबह?',
    'week {} छोड़ दें तो क्या होगा?',
  ],
};

const filled = (templates: readonly string[], values: readonly string[]): string[] =>
  templates.flatMap((template) => values.map((value) => template.replace('{}', value)));
const ofLanguage = (templates: Record<'tools' | 'errors' | 'weeks', readonly string[]>): string[] => [
  ...filled(templates.tools, tools),
  ...filled(templates.errors, errors),
  ...filled(templates.weeks, weeks),
];

/** English 400, Malayalam 300, Hindi 300. */
export const otherQuestions: readonly string[] = [
  ...ofLanguage(english),
  ...ofLanguage(malayalam),
  ...ofLanguage(hindi),
];
