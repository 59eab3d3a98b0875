import type { QuestionPair } from './held-pairs.ts';

/** Other pairs than the held ones, with which the ranking was made; looked at as often as one likes. */
export const practicePairs: Readonly<Record<'english' | 'malayalam' | 'hindi', readonly QuestionPair[]>> = {
  english: [
    {
      asked: 'How do I reset my MySQL root password on Ubuntu? I forgot it.',
      again: 'forgot root password of mysql, any way to change it',
    },
    {
      asked: 'Docker container exits immediately with code 0 after docker run. Why does it not stay up?',
      again: 'my container stops right after starting, docker ps shows nothing',
    },
    {
      asked: 'Can two students of the same batch choose the same project?',
      again: 'My friend selected the same project as me, is this a problem?',
    },
    {
      asked: 'The images in my HTML page are not loading after uploading to GitHub Pages',
      again: 'github pages image broken, works on my computer',
    },
    {
      asked:
        'What is the difference between supervised and unsupervised learning? It came up in the mock viva.',
      again: 'explain unsupervised vs supervised in simple words',
    },
    {
      asked: 'pip is not recognized as an internal or external command on Windows',
      again: 'windows says pip not recognized after installing python',
    },
    {
      asked: 'Where do I see the comments of my mentor on my submission?',
      again: "I got a mail that my hand-in was marked but cannot find the mentor's comments",
    },
    {
      asked: 'Should categorical columns be one-hot encoded before training a random forest?',
      again: 'encoding of categories for random forest, label or onehot?',
    },
  ],
  malayalam: [
    {
      asked: 'പാസ്‌വേഡ് മറന്നുപോയി, മെയിലിൽ ലിങ്ക് വരുന്നില്ല',
      again: 'password മറന്നു, reset link mail-ൽ കിട്ടുന്നില്ല',
    },
    {
      asked: 'pandas-ൽ രണ്ട് dataframe ഒന്നിപ്പിക്കാൻ merge ആണോ concat ആണോ നല്ലത്?',
      again: 'രണ്ട് dataframe-കൾ ചേർക്കുന്നതിന് merge, concat ഇതിൽ ഏത് ഉപയോഗിക്കണം',
    },
    {
      asked: 'എന്റെ ബാച്ചിന്റെ വൈവ ഓൺലൈനായിട്ടാണോ നേരിട്ടാണോ നടക്കുന്നത്?',
      again: 'വൈവ online ആണോ അതോ സെന്ററിൽ പോകണോ?',
    },
    {
      asked: 'React-ൽ state മാറിയിട്ടും സ്ക്രീൻ പുതുക്കുന്നില്ല, setState ശരിയാണ്',
      again: 'state update ചെയ്തിട്ടും React component വീണ്ടും render ആകുന്നില്ല',
    },
    {
      asked: 'ഫോട്ടോ എടുത്ത കൈയെഴുത്ത് നോട്ട് ഹാൻഡ്-ഇൻ ആയി സ്വീകരിക്കുമോ?',
      again: 'കൈകൊണ്ട് എഴുതിയതിന്റെ ഫോട്ടോ submit ചെയ്താൽ സ്വീകരിക്കുമോ',
    },
    {
      asked: 'മോഡൽ pickle ആയി സേവ് ചെയ്ത് Flask-ൽ എങ്ങനെ ലോഡ് ചെയ്യും?',
      again: 'save ചെയ്ത മോഡൽ ഫ്ലാസ്ക് ആപ്പിൽ load ചെയ്യുന്ന വിധം',
    },
    {
      asked: 'ക്ലാസ്സ് നഷ്ടപ്പെട്ടാൽ റെക്കോർഡിംഗ് എവിടെ കാണാം?',
      again: 'ഇന്നലത്തെ ക്ലാസ്സിന്റെ റെക്കോർഡിങ്ങ് കിട്ടുമോ',
    },
    {
      asked: 'SQL-ൽ NULL ഉള്ള വരികൾ count-ൽ വരുന്നില്ല, അതെന്താ?',
      again: 'count ചെയ്യുമ്പോൾ NULL value ഉള്ള വരികൾ ഒഴിവാകുന്നു',
    },
  ],
  hindi: [
    {
      asked: 'पासवर्ड भूल गया हूँ और reset वाला मेल नहीं आ रहा',
      again: 'password reset की mail नहीं मिल रही, क्या करूँ',
    },
    {
      asked: 'pandas में group by करके औसत कैसे निकालें?',
      again: 'groupby से हर category का average निकालना है pandas में',
    },
    {
      asked: 'क्या मोबाइल से प्रोजेक्ट जमा हो सकता है?',
      again: 'फोन से project submit करना चलेगा या लैपटॉप ज़रूरी है?',
    },
    {
      asked: 'loop में append करने पर list में वही value बार बार आती है',
      again: 'list में append करता हूँ तो सारे items एक जैसे हो जाते हैं',
    },
    {
      asked: 'मेंटर ने जो कमियाँ बताईं उन्हें ठीक करके फिर जमा करना है क्या?',
      again: 'mentor की बताई कमियाँ सुधारकर दोबारा जमा करनी होंगी?',
    },
    {
      asked: 'वाइवा की तारीख किस दिन है और कितने बजे से?',
      again: 'viva किस तारीख को होगा, समय बताइए',
    },
    {
      asked: 'Excel की फाइल python में खोलते समय openpyxl की error आ रही है',
      again: 'read_excel चलाने पर openpyxl missing बता रहा है',
    },
    {
      asked: 'React में form submit करने पर पूरा page reload हो जाता है, कैसे रोकें?',
      again: 'फॉर्म सबमिट होते ही page refresh हो रहा है react में',
    },
  ],
};
