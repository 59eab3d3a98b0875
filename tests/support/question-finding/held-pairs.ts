/**
 * Sixty questions that students of such a course ask, each in the words of two people: `asked` stands in the forum, `again` is
 * what somebody else types. Written before the search was begun, and not changed since: what is measured with them stays
 * honest only so. No pair is about what another pair is about.
 */
export type QuestionPair = { asked: string; again: string };

export const heldPairs: Readonly<Record<'english' | 'malayalam' | 'hindi', readonly QuestionPair[]>> = {
  english: [
    {
      asked:
        'My React app shows a blank white page after I deployed it to Netlify. On localhost everything is fine. What am I missing?',
      again: 'Deployed to Netlify but only a white screen comes, works locally',
    },
    {
      asked:
        "Getting 'ModuleNotFoundError: No module named pandas' in Jupyter even though I installed pandas with pip. How to fix?",
      again: "jupyter notebook can't import pandas, pip says it is already there",
    },
    {
      asked:
        'Can I hand in week 2 after the deadline? I was in hospital for three days and could not finish.',
      again: 'I was ill this week. Is late submission of the second week allowed?',
    },
    {
      asked:
        'What kind of questions does the examiner ask in the viva? Should I prepare theory or only my own project?',
      again: 'How should we prepare for the viva voce, do they ask from our project code?',
    },
    {
      asked:
        'LEFT JOIN gives me duplicate rows for customers with many orders. How do I get only one row per customer?',
      again: 'same customer appearing several times when I join with orders table in SQL',
    },
    {
      asked: 'My model has 99% accuracy on the training data but only 60 on the test data. What can I do?',
      again: 'Training accuracy very high, test accuracy low - how to reduce overfitting?',
    },
    {
      asked:
        "git push is rejected: 'Updates were rejected because the remote contains work that you do not have locally'. What now?",
      again: "Can't push to github, it says remote contains work I don't have",
    },
    {
      asked:
        'CORS error when my React frontend calls the Express API on port 5000. I have not changed anything in the backend.',
      again: "blocked by CORS policy: No 'Access-Control-Allow-Origin' header, express server",
    },
    {
      asked: 'Do we submit the GitHub link or a zip file of the code for week 3?',
      again: 'For the 3rd week hand-in, is a repository link enough or must the code be zipped?',
    },
    {
      asked: 'Is it possible to change my project after I have chosen it? I picked the wrong one by mistake.',
      again: 'Selected the wrong project, can the choice be changed?',
    },
    {
      asked: 'MongoDB Atlas connection times out: MongooseServerSelectionError. The password is right.',
      again: 'mongoose could not connect to any servers in Atlas cluster',
    },
    {
      asked: 'How do I handle missing values in the age column, drop the rows or fill them with the mean?',
      again: 'Lots of NaN in age. Better to fill with median or delete those records?',
    },
    {
      asked: 'How many pages should the final report have, and is there a template?',
      again: 'Is there any format for the project report? What length is expected?',
    },
    {
      asked:
        'useEffect runs twice when the component mounts and my fetch is called two times. Is that a bug?',
      again: 'why is my API being called two times in useEffect',
    },
    {
      asked: 'What is the difference between WHERE and HAVING? My query with count(*) > 5 in WHERE fails.',
      again: 'Error using count in where clause, should it be having',
    },
    {
      asked:
        'My uploaded file got stuck at 80 percent because of slow internet. Will it continue or should I upload again?',
      again: 'Upload stops in the middle on my mobile data, do I have to start over?',
    },
    {
      asked:
        'The marks for week 1 are not visible for me yet, but my friend can see his. When will they be published?',
      again: 'When do we get week 1 marks? Nothing is shown in My Grades',
    },
    {
      asked: 'How can I store user passwords safely in Node, is bcrypt enough?',
      again: 'hashing passwords before saving to the database, which library to use in node',
    },
    {
      asked: 'IndentationError: unexpected indent in line 12 although the code looks right in VS Code',
      again: 'python says unexpected indent but my spacing looks correct',
    },
    {
      asked: "Do we need to attend the viva with camera on? My laptop's webcam is broken.",
      again: 'Webcam not working, can I do the viva without video',
    },
  ],
  malayalam: [
    {
      asked: 'രണ്ടാമത്തെ ആഴ്ചയിലെ വർക്ക് സബ്മിറ്റ് ചെയ്യാൻ ഒരു ദിവസം കൂടി സമയം കിട്ടുമോ? വീട്ടിൽ കറന്റ് ഇല്ലായിരുന്നു.',
      again: 'കറന്റ് പോയതുകൊണ്ട് week 2 സമയത്ത് submit ചെയ്യാൻ പറ്റിയില്ല, സമയം നീട്ടി തരുമോ?',
    },
    {
      asked: "Django-യിൽ migrate ചെയ്യുമ്പോൾ 'no such table' എന്ന error വരുന്നു, എന്താണ് ചെയ്യേണ്ടത്?",
      again: 'ജാംഗോ migration കഴിഞ്ഞിട്ടും no such table എന്ന് കാണിക്കുന്നു',
    },
    {
      asked: 'വൈവയ്ക്ക് മലയാളത്തിൽ ഉത്തരം പറയാമോ അതോ ഇംഗ്ലീഷിൽ തന്നെ പറയണോ?',
      again: 'viva ഇംഗ്ലീഷിൽ ആണോ? മലയാളത്തിൽ സംസാരിച്ചാൽ മാർക്ക് കുറയുമോ?',
    },
    {
      asked: 'ഡാറ്റാസെറ്റ് എവിടെ നിന്ന് download ചെയ്യണം? Kaggle-ലെ ഡാറ്റ ഉപയോഗിക്കാമോ?',
      again: 'Kaggle-ൽ നിന്നുള്ള dataset പ്രോജക്റ്റിന് എടുത്താൽ കുഴപ്പമുണ്ടോ?',
    },
    {
      asked: 'ഗ്രൂപ്പായി പ്രോജക്റ്റ് ചെയ്യാമോ, അതോ ഓരോരുത്തരും വേറെ വേറെ ചെയ്യണോ?',
      again: 'പ്രോജക്റ്റ് രണ്ടുപേർ ചേർന്ന് ഗ്രൂപ്പായി ചെയ്യുന്നത് അനുവദിക്കുമോ?',
    },
    {
      asked: 'for loop-ൽ list-ൽ നിന്ന് item remove ചെയ്യുമ്പോൾ ചിലത് വിട്ടുപോകുന്നു, കാരണം എന്താണ്?',
      again: 'ലൂപ്പിനുള്ളിൽ ലിസ്റ്റിലെ item കളഞ്ഞാൽ എല്ലാം കളയുന്നില്ല, എന്തുകൊണ്ട്?',
    },
    {
      asked: 'അപ്‌ലോഡ് ചെയ്ത ഫയൽ തെറ്റിപ്പോയി. പഴയത് മാറ്റി പുതിയ ഫയൽ ഇടാൻ പറ്റുമോ?',
      again: 'തെറ്റായ ഫയലാണ് upload ചെയ്തത്, അത് മാറ്റാൻ എന്ത് ചെയ്യണം?',
    },
    {
      asked: 'MySQL-ൽ foreign key constraint fails എന്ന് പറഞ്ഞ് insert നടക്കുന്നില്ല',
      again: 'row insert ചെയ്യുമ്പോൾ foreign key error, MySQL സമ്മതിക്കുന്നില്ല',
    },
    {
      asked: 'അവസാന പ്രോജക്റ്റിന്റെ ഡെഡ്‌ലൈൻ എന്നാണ്? കലണ്ടറിൽ കാണുന്നില്ല.',
      again: 'ഫൈനൽ project-ന്റെ അവസാന തീയതി ഏതാണെന്ന് ആർക്കെങ്കിലും അറിയാമോ?',
    },
    {
      asked: 'നെറ്റ്‌വർക്ക് ഇല്ലാത്തപ്പോൾ എഴുതിയ ഉത്തരം സേവ് ആകുമോ?',
      again: 'ഇന്റർനെറ്റ് പോയാൽ എഴുതിക്കൊണ്ടിരുന്നത് സേവ് ആയിക്കിടക്കുമോ അതോ നഷ്ടപ്പെടുമോ?',
    },
    {
      asked: 'ഫ്ലാസ്കിൽ HTML form-ൽ നിന്ന് വരുന്ന data എങ്ങനെ എടുക്കും? request.form ശൂന്യമാണ്.',
      again: 'request.form-ൽ ഒന്നും കിട്ടുന്നില്ല, Flask form data വായിക്കുന്നത് എങ്ങനെ',
    },
    {
      asked: 'confusion matrix-ൽ precision-ഉം recall-ഉം തമ്മിലുള്ള വ്യത്യാസം ലളിതമായി ആരെങ്കിലും പറഞ്ഞുതരുമോ?',
      again: 'precision, recall ഇവ തമ്മിൽ എന്താണ് വ്യത്യാസം? ഉദാഹരണം സഹിതം പറയാമോ',
    },
    {
      asked: 'മൊബൈലിൽ നിന്ന് മാത്രം കോഴ്സ് ചെയ്യാൻ പറ്റുമോ? എനിക്ക് ലാപ്ടോപ്പ് ഇല്ല.',
      again: 'laptop ഇല്ലാതെ ഫോണിൽ മാത്രം കോഴ്സ് ചെയ്തുതീർക്കാമോ?',
    },
    {
      asked: 'മെന്ററെ നേരിട്ട് വിളിക്കാൻ നമ്പർ കിട്ടുമോ? സംശയങ്ങൾ ഒരുപാടുണ്ട്.',
      again: 'സംശയം ചോദിക്കാൻ മെന്ററുടെ ഫോൺ നമ്പർ എവിടെ കിട്ടും?',
    },
    {
      asked: 'CSS flexbox ഉപയോഗിച്ചിട്ടും കാർഡ് നടുക്ക് വരുന്നില്ല, എന്താണ് തെറ്റ്?',
      again: 'ഒരു div സ്ക്രീനിന്റെ നടുക്ക് കൊണ്ടുവരാൻ flexbox-ൽ എന്താണ് എഴുതേണ്ടത്?',
    },
    {
      asked: 'GitHub-ൽ password ചോദിക്കുന്നു, എന്നാൽ കൊടുത്തിട്ട് authentication failed എന്ന് വരുന്നു',
      again: 'ഗിറ്റ്ഹബിൽ push ചെയ്യുമ്പോൾ Authentication failed, പാസ്‌വേഡ് ശരിയാണ്',
    },
    {
      asked: 'ഒന്നാം ആഴ്ചയിലെ മാർക്കിൽ തൃപ്തിയില്ല, വീണ്ടും നോക്കാൻ ആവശ്യപ്പെടാമോ?',
      again: 'മാർക്ക് കുറഞ്ഞുപോയി, ഒന്നുകൂടി നോക്കാൻ മെന്ററോട് പറയാൻ വഴിയുണ്ടോ?',
    },
    {
      asked: 'linear regression-ൽ R2 score negative ആയി വരുന്നു, മോഡൽ തെറ്റാണോ?',
      again: 'എന്റെ മോഡലിന്റെ r2 score മൈനസ് ആണ്, എന്തുകൊണ്ടാണ് ഇങ്ങനെ?',
    },
    {
      asked: 'സർട്ടിഫിക്കറ്റ് എപ്പോൾ കിട്ടും? വൈവ കഴിഞ്ഞ് എത്ര ദിവസം എടുക്കും?',
      again: 'കോഴ്സ് കഴിഞ്ഞാൽ സർട്ടിഫിക്കറ്റിന് എത്ര നാൾ കാത്തിരിക്കണം?',
    },
    {
      asked: 'API key GitHub-ൽ അറിയാതെ push ചെയ്തുപോയി, ഇനി എന്ത് ചെയ്യും?',
      again: 'അബദ്ധത്തിൽ API key commit ചെയ്തു, അത് എങ്ങനെ നീക്കം ചെയ്യാം?',
    },
  ],
  hindi: [
    {
      asked: 'क्या तीसरे हफ्ते का काम दोबारा जमा कर सकते हैं? पहली बार में गलती रह गई थी।',
      again: 'week 3 में गलती हो गई, फिर से submit करने का मौका मिलेगा?',
    },
    {
      asked: 'Python में list और tuple में क्या अंतर है और कब कौन सा इस्तेमाल करें?',
      again: 'tuple कब use करना चाहिए, list से क्या फर्क पड़ता है',
    },
    {
      asked: 'viva में अगर किसी सवाल का जवाब नहीं आया तो क्या फेल कर देंगे?',
      again: 'वाइवा में जवाब न दे पाए तो fail हो जाएंगे क्या?',
    },
    {
      asked: 'npm install करते समय EACCES permission denied आ रहा है, कैसे ठीक करूँ?',
      again: 'npm से package install नहीं हो रहा, permission denied बता रहा है',
    },
    {
      asked: 'SQL में दूसरी सबसे बड़ी salary कैसे निकालते हैं?',
      again: 'second highest salary निकालने की query बताइए',
    },
    {
      asked: 'प्रोजेक्ट की ppt में कितनी slides होनी चाहिए?',
      again: 'प्रेजेंटेशन में कितनी स्लाइड बनानी है प्रोजेक्ट के लिए?',
    },
    {
      asked: 'मेरा laptop खराब हो गया है, क्या deadline आगे बढ़ सकती है?',
      again: 'लैपटॉप खराब होने की वजह से काम नहीं हुआ, डेडलाइन बढ़वा सकते हैं?',
    },
    {
      asked: 'मॉडल train करने में बहुत समय लग रहा है, Google Colab में GPU कैसे चालू करें?',
      again: 'Colab पर GPU इस्तेमाल करने का तरीका क्या है, ट्रेनिंग बहुत धीमी है',
    },
    {
      asked: 'JWT token expire होने पर user को दोबारा login कराए बिना कैसे रखें?',
      again: 'टोकन expire हो जाता है और यूज़र logout हो जाता है, refresh token कैसे बनाएं',
    },
    {
      asked: 'रसीद में जो SHA-256 लिखा है उसका क्या मतलब है?',
      again: 'hand-in के बाद मिली रसीद पर SHA-256 क्या होता है',
    },
    {
      asked: 'KeyError आ रहा है जब मैं dataframe से column पढ़ता हूँ, जबकि column मौजूद है',
      again: 'pandas में column का नाम सही है फिर भी KeyError क्यों आता है?',
    },
    {
      asked: 'क्या किसी और का GitHub code अपने प्रोजेक्ट में इस्तेमाल कर सकते हैं या नकल मानी जाएगी?',
      again: 'इंटरनेट से code लेकर project में डालें तो क्या उसे नकल मानेंगे?',
    },
    {
      asked: 'मेरा नाम certificate में गलत spelling से आएगा, प्रोफाइल में नाम कैसे सुधारें?',
      again: 'नाम की spelling गलत हो गई है, कहाँ से ठीक करें',
    },
    {
      asked: 'async function में await लगाने के बाद भी undefined मिल रहा है',
      again: 'await लिखा है फिर भी function undefined return कर रहा है, JavaScript में',
    },
    {
      asked: 'train_test_split में random_state क्यों देते हैं?',
      again: 'random_state=42 का क्या मतलब है, इसे देना ज़रूरी है क्या?',
    },
    {
      asked: 'फाइल का साइज 64 MB से ज्यादा है, इसे कैसे जमा करें?',
      again: 'बड़ी फाइल upload नहीं हो रही, साइज की सीमा कितनी है?',
    },
    {
      asked: 'चौथे हफ्ते का काम कब खुलेगा? अभी locked दिखा रहा है।',
      again: 'week 4 अभी तक locked है, कब तक खुलेगा',
    },
    {
      asked: 'Bootstrap की navbar मोबाइल पर नहीं खुल रही, बटन दबाने पर कुछ नहीं होता',
      again: 'मोबाइल में navbar का menu button काम नहीं करता, bootstrap लगाया है',
    },
    {
      asked: 'क्या batch बदल सकते हैं? मेरी नौकरी का समय क्लास से टकराता है।',
      again: 'नौकरी की वजह से दूसरे बैच में जाना है, क्या बैच बदलना संभव है?',
    },
    {
      asked: 'group by के साथ select में दूसरा column डालने पर error क्यों आता है?',
      again: 'SQL: column must appear in the GROUP BY clause वाला error समझ नहीं आया',
    },
  ],
};
