import { demoPassword } from '../demo-accounts.ts';
import { normalizeText } from '../normalize-text.ts';

/**
 * The 1,000 most used of six or more characters, from zxcvbn's list (Copyright 2012-2016 Dan Wheeler and
 * Dropbox, Inc., MIT licence).
 */
const common = new Set(
  `
123456 password 12345678 qwerty 123456789 111111 1234567 dragon 123123 baseball abc123 football monkey
letmein shadow master michael mustang qwertyuiop 123321 1234567890 superman 1qaz2wsx 7777777 jordan qazwsx
jennifer 123qwe 000000 killer trustno1 hunter harley zxcvbnm asdfgh buster andrew batman soccer tigger
charlie robert sunshine thomas iloveyou ranger daniel hockey george computer michelle jessica starwars
pepper klaster 112233 zxcvbn freedom princess joshua maggie ginger 11111111 131313 amanda ashley cheese
159753 nicole summer matthew chelsea dallas biteme matrix william yankees taylor corvette austin access
martin heather thunder merlin secret diamond anthony hammer 1234qwer silver gfhjkm justin patrick richard
bailey internet samantha golfer scooter orange cookie q1w2e3r4t5 maverick jackson sparky mickey phoenix
bigdog snoopy guitar whatever chicken morgan andrea camaro mercedes peanut ferrari cowboy falcon welcome
samsung steelers joseph smokey dakota melissa arsenal boomer eagles tigers marina nascar gateway porsche
yellow monster spider diablo hannah bulldog junior london purple compaq lakers iceman qwer1234 hardcore
cowboys banana ncc1701 boston brandon tennis johnny miller q1w2e3r4 coffee scooby 123654 edward nikita
mother yamaha brandy barney chester oliver charles player knight forever steven rangers midnight chicago
bigdaddy redsox victoria badboy please fender jasper slayer rabbit natasha rachel marine wizard marlboro
raiders prince casper fishing flower crystal jasmine iwantu adidas winner winter gandalf password1 ghbdtn
1q2w3e4r angela golden lauren cocacola jordan23 winston madison angels panther shannon sophie johnson
asdfasdf thx1138 toyota murphy canada danielle 12344321 8675309 jonathan liverpoo muffin cooper apples
jackie dennis qwerty123 passw0rd abcd1234 sandra pokemon 123abc slipknot carlos qazxsw 123456a scorpion
qwaszx nathan butter startrek rainbow asdfghjkl redskins newyork gemini cameron qazwsxedc florida
liverpool turtle nicholas wilson sierra doctor rocket 159357 victor dolphins captain bandit jaguar packers
pookie peaches 789456 dolphin helpme tucker theman tiffany maxwell jeremy qwertyui debbie albert maddog
lovers monica united giants nirvana metallic hotdog rosebud mountain benjamin warrior stupid elephant
success bond007 bonnie alexis scorpio samson q1w2e3 rush2112 azerty freddy driver willie calvin 1q2w3e4r5t
sydney gators dexter red123 12345a 123456q creative voodoo arthur trouble america nissan gunner rebecca
stella garfield gordon jessie parker asdfghjk apollo 1qazxsw2 eminem december legend airborne beavis
august brooklyn godzilla skippy 4815162342 kitten shelby phantom nothing asdasd williams xavier braves
darkness blink182 travis copper tomcat platinum qweqwe 01012011 bigboy 102030 animal police 11223344
online voyager lifehack 12qwaszx sniper 315475 trinity walter blazer heaven snowball bubbles loveme
cricket marvin willow donkey topgun nintendo saturn family november gabriel destiny pakistan pumpkin
digital sergey chance explorer redwings private therock runner 789456123 lasvegas guinness beatles cassie
christin qwerty1 asdf1234 celtic broncos andrey 007007 babygirl nelson donald eclipse cartman fluffy
louise michigan testing carolina little samuel alexande birdie cherry pantera sharon gibson vampire mexico
buffalo montana genius flyers maximus school minecraft lovely stalker metallica doggie carter kristina
kimberly spencer speedy barbara snickers sabrina carmen marcus bronco yankee friends paradise lol123
dreams magnum horses caroline lacrosse goober member qwertyu enigma scotty bollocks surfer genesis
poohbear asd123 qweasdzxc racing friend hello1 hawaii eagle1 october vanessa poopoo einstein stanley
12345q walker drowssap stephen courtney simple alaska badger action denise jester 111222 spitfire drummer
forest patricia maryjane champion diesel svetlana friday gregory pamela hotrod 147258 anderson lucky1
douglas westside security google shorty tester thumper hitman mozart general reddog zaq12wsx 010203 lizard
alexander melanie a123456 ruslan 123456789a vincent 1232323q teresa scarface 147852 qwerty12 a12345
marshall olivia veronica buddha spirit frankie money1 stargate antonio liberty natalie mercury naruto
qwe123 12345qwert suzuki semperfi popcorn spooky marley system brittany claudia scotland cherokee simpsons
leslie rascal qweasd loveyou hummer michael1 allison patches russia adrian jupiter penguin howard passion
vfhbyf vladimir franklin sandman 123789 infinity raider passport fantasy bulldogs 1234554321 horney domino
budlight ironman disney norman softball bishop francis brutus redrum brooke bigred jeffrey fktrcfylh
karina marines kawasaki digger ireland oksana fireman cougar college alicia russell houston monday bradley
justice wildcats tinker duncan dancer logitech avalon swordfis everton reggie motorola alexandr timothy
claire patriots madonna colorado eugene ducati kermit juventus indian connor galore freeuser smooth
titanic boogie simpson warcraft wolverin elizabet arizona saints valentin georgia test123 accord baxter
denver mitchell christ password123 yfnfif stinky zachary roland naughty ncc1701d spiderma chopper brenda
hello123 extreme virginia skyline zombie pearljam froggy pirate fylhtq vision 123qweasd awesome alyssa
dreamer predator bullet empire charlie1 kirill 123123a people panthers skipper nemesis peekaboo rasdzv3
alison rolltide american cardinal arnold chevelle psycho happy1 danger mookie wanker manutd 9379992 hobbes
vegeta goblue 852456 burton fyfcnfcbz picard 159951 windows loverboy lovelove vfrcbv victory 123654789
bambam turkey serega tweety hiphop galina changeme rooster polina berlin taurus electric ronald avatar
134679 raptor alpha1 maksim spring brazil newport kenneth hendrix madmax england a1b2c3 sublime britney
france darkside bigman hercules lawrence wolfpack classic letmein1 lincoln ronaldo 741852963 spiderman
1q2w3e blizzard cheyenne 123456789q wombat bubba1 tiger1 cjkysirj raymond brother kristen pandora devils
zxc123 simone holiday wildcat kramer buddy1 sterling caesar alabama carrie basketball sports pickle
catch22 leather shaggy a1b2c3d4 chronic flowers qaz123 qqq111 robbie gracie airplane perfect kodiak
billybob katana sunset stingray snowman angel1 chocolat zeppelin garcia detroit wolves pontiac firebird
gundam panzer outlaw pretty fisher connie business trevor redhead greenday tarheels 01011980 nastya
hellfire engineer dragon1 savage service serenity michele fireball 1029384756 remember darkstar miranda
mustang1 124578 harvey strike freddie pavilion beauty bobafett 01012000 dbrnjhbz bigmac chris1 clinton
bowling natali future harrison wallace welcome1 swimming apache pyramid dodgers whynot defender morris
trooper 135790 cancer precious packard lucifer popeye weasel 142536 icecream stewart tanner swordfish
blonde presario rockstar viktor manager cheryl norton james1 control wutang airforce julian atlanta
thailand looking casino 741852 21122112 lennon 456123 bluebird theone hawkeye hacker dustin elaine nfnmzyf
sailor catfish goldfish maxima tattoo barbie design pervert machine herman wrangler trucks roscoe tornado
lights bubble cadillac madman orlando pegasus target longhorn philip browns stefan cannon dilbert baller
microsoft winnie christia qazwsx123 shooter xfiles qazqaz street seattle corona amateur cthutq prelude
246810 malibu freaky integra atlantis 123qweasdzxc pussies dragons iloveu monkey1 unicorn lonewolf regina
753951 stealth kristin peewee openup bobcat stacey software newton leonardo student srinivas angelina
valentina trigger zaqwsx lolita athena shotgun coyote bruins veronika dollar country rocky1 babydoll
lestat hottie smiley potter random sweety butterfly chipper samurai maddie devildog valerie mistress
flipper freedom1 express
`
    .trim()
    .split(/\s+/),
);

const compared = (text: string): string => normalizeText(text, 'NFKC').toLowerCase();

function wordsOf(own: readonly string[]): string[] {
  return own.flatMap((text) => compared(text).split(/[^\p{L}\d]+/u)).filter((word) => word.length >= 4);
}

/** Null for no objection. Advice only: length is the only rule. @param own the user's email and name */
export function adviceAgainst(password: string, own: readonly string[]): string | null {
  const typed = compared(password);
  if (new Set(typed).size < 3) return 'It repeats one or two characters, so it is easily guessed.';
  if (common.has(typed)) return 'It is one of the 1,000 most used passwords, so it is easily guessed.';
  const given = own.map((text) => compared(text.trim())).filter((text) => text.length >= 4);
  const rest = wordsOf(own).reduce((left, word) => left.replaceAll(word, ''), typed);
  if (given.includes(typed) || (rest !== typed && rest.replaceAll(/[^\p{L}]/gu, '').length < 3))
    return 'It is made of your own name or email, so it is easily guessed.';
  return null;
}

const rows = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];
const runs = rows.flatMap((row) => [row.repeat(4), [...row].toReversed().join('').repeat(4)]);

/** `abc` of `abcabc`. */
const unitOf = (text: string): string => /^(.+?)\1*$/s.exec(text)?.[1] ?? text;

/**
 * Common (also repeated, or with digits and signs around it), keys in a row, the demo's, or the user's own.
 */
export function isKnownPassword(password: string, own: readonly string[]): boolean {
  const typed = compared(password);
  if (typed === demoPassword || adviceAgainst(typed, own) !== null) return true;
  const unit = unitOf(typed);
  if (common.has(unit) || (unit !== typed && unit.length < 6) || runs.some((run) => run.includes(unit)))
    return true;
  const core = typed.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [core, core.replaceAll('@', 'a').replaceAll('$', 's').replaceAll('0', 'o')].some((text) => {
    const letters = text.replaceAll(/[^\p{L}]/gu, '');
    return 2 * letters.length >= typed.length && common.has(unitOf(letters));
  });
}
