/** Two sides of a matter: a sentence on one of them does not follow from a statement on the other. */
interface Opposition {
  readonly name: string;
  readonly plus: RegExp;
  readonly minus: RegExp;
  /** Whether the one is the absence of the other: "prohibited" is "not allowed", but what does not rise need not fall. */
  readonly isContradictory: boolean;
}

/** One expression for words of a list, which are written as `plainWord` returns them; `*` stands for any ending. */
const words = (list: string): RegExp =>
  new RegExp(`^(?:${list.trim().split(/\s+/u).join('|').replaceAll('*', '\\p{L}*')})$`, 'u');

const opposition =
  (isContradictory: boolean) =>
  (name: string, plus: string, minus: string): Opposition => ({
    name,
    plus: words(plus),
    minus: words(minus),
    isContradictory,
  });
const contradictory = opposition(true);
const contrary = opposition(false);

/** Oppositions in English, German, French, Spanish and Italian. */
export const oppositions: readonly Opposition[] = [
  contradictory(
    'permission',
    'allow* permit* permission legal eligible erlaub* gestatt* zulassig durf* darf* autoris* permis* permet* permit* puede* permess*',
    'forbid* forbad* prohibit* ban bans banned disallow* illegal verbot* untersag* unzulassig interdi* defend* prohib* viet*',
  ),
  contradictory('with', 'with mit avec con', 'without ohne sans sin senza'),
  contradictory(
    'include',
    'includ* inclusive einschliess* inklusive inklus* compris* inclu* inclus*',
    'exclud* exclusive ausschliess* exklusive ausgenommen exclu* esclus*',
  ),
  contradictory(
    'available',
    'available accessible online verfugbar erreichbar disponible* accessib*',
    'unavailable inaccessible offline unerreichbar indisponible*',
  ),
  contradictory(
    'enable',
    'enabl* activat* active aktiv* eingeschaltet activ* attiv*',
    'disabl* deactivat* inactive deaktiv* inaktiv* ausgeschaltet desactiv* disattiv*',
  ),
  contradictory(
    'accept',
    'accept* approv* grant* consent* akzeptier* genehmig* angenommen gewahr* bewillig* accord* acept* accett*',
    'reject* revok* withdraw* refus* deny denies denied denying declin* abgelehn* ablehn* verweiger* refus* rechaz* rifiut*',
  ),
  contradictory('valid', 'valid gultig valable* valid*', 'invalid void expired ungultig abgelaufen invalid*'),
  contradictory('possible', 'possible moglich possib* posib*', 'impossible unmoglich impossib* imposib*'),
  contradictory(
    'succeed',
    'succeed* success* gelingt gelang gelungen geklappt erfolgreich reuss* succes',
    'fail* misslingt misslungen fehlgeschlagen gescheitert scheiter* echou* echec',
  ),
  contradictory(
    'open',
    'open* geoffnet offn* offen ouvr* ouvert* abiert* apert*',
    'clos* shut geschlossen schliess* ferm* cerrad* chius*',
  ),
  contradictory('cause', 'caus* lead* trigger* bewirk* fuhrt provoqu*', 'prevent* verhinder* empech*'),
  contradictory(
    'keep',
    'keep* kept retain* remain* bleib* blieb* conserv* reste*',
    'drop* discontinu* abandon* abolish* eingestellt abgeschafft',
  ),
  contradictory(
    'harm',
    'harmful dangerous schadlich gefahrlich dangereu* nocif*',
    'harmless safe unschadlich harmlos ungefahrlich inoffensi* sans-danger',
  ),
  contradictory('visible', 'visible shown sichtbar visibles', 'hidden invisible unsichtbar versteckt cache*'),
  contradictory(
    'price',
    'cost costs pay pays paid kostet kosten zahl* bezahl* paie* payer coute*',
    'gratis kostenlos* gratuit*',
  ),
  contradictory('present', 'present anwesend presente*', 'absent absence abwesend* absente*'),
  contrary('gain', 'profit* gewinn* benefice*', 'loss* verlust* perte*'),
  contrary('trade', 'buy* bought purchas* kauf* gekauft achet*', 'sell* sold verkauf* vend*'),
  contrary(
    'duration',
    'permanent* dauerhaft* unbefristet*',
    'temporar* vorubergehend* befristet* provisoire*',
  ),
  contrary('hand', 'manual* manuell* manuel*', 'automatic* automatisch* automatiqu*'),
  contradictory('paid', 'paid bezahlt* remuner*', 'unpaid unbezahlt*'),
  contradictory(
    'same',
    'same identical equal gleich* identisch* meme* mism*',
    'different differ* unterschied* verschieden* different* distint*',
  ),
  contrary(
    'change',
    'rise* rose rising risen increas* grow* grew rais* climb* gain* gestiegen steig* stieg* erhoh* zunahme wuchs augment* hausse subi* aument*',
    'fall fell falls falling fallen decreas* drop* declin* reduc* lower lowered lowers lowering shrink* shrank sank gesunken sink* gefallen fiel* senk* abnahme verringer* reduzier* baiss* diminu* redui* dismin* diminui*',
  ),
  contrary(
    'order',
    'after afterwards afterward danach nachher nach nachdem apres despues dopo',
    'before beforehand advance voraus vorher vor bevor avant antes prima prior',
  ),
  contrary(
    'level',
    'above over exceed* uber oberhalb depasse* superieur* plus-de',
    'below under unter unterhalb inferieur* moins-de',
  ),
  contrary(
    'more',
    'more mehr higher greater longer hoher* grosser* langer* davantage superieur* mas piu',
    'less fewer lower shorter weniger niedriger* geringer* kurzer* moins menos meno',
  ),
  contrary('bound', 'at-least more-than minimum mindestens', 'at-most less-than maximum maximal hochstens'),
  contrary(
    'most',
    'largest biggest highest longest greatest grosste* hochste* langste*',
    'smallest lowest shortest least kleinste* niedrigste* kurzeste* geringste*',
  ),
  contrary('age', 'old older alt* alter* aines', 'young younger jung* junger*'),
  contrary('new', 'newer later new neuer* spater*', 'earlier old* fruher*'),
  contrary('speed', 'fast* quick* schnell* rapid* rapide* vite', 'slow* langsam* lent*'),
  contrary('size', 'larger bigger grosser*', 'smaller kleiner*'),
  contrary('value', 'cheap* gunstig* billig*', 'expensive dear* teur* teuer* cher*'),
  contrary('quality', 'better best besser* best* meilleur*', 'worse worst schlechter* pire*'),
  contrary('length', 'longer langer*', 'shorter kurzer*'),
  contrary('distance', 'near* close nah* proche*', 'away far weg fern* loin'),
  contrary('heat', 'hot hotter warmer heiss* warm* chaud*', 'cold colder cooler kalt* froid*'),
  contrary('switch', 'switched-on eingeschaltet', 'off ausgeschaltet'),
  contrary(
    'edge',
    'begin* began start* beginn* anfang* commenc* debut* empiez*',
    'end ends ended ending finish* ende* endet* fin finit termin*',
  ),
  contrary('inside', 'during inside wahrend innerhalb pendant', 'outside ausserhalb hors dehors'),
  contrary('side', 'left links gauche izquierd* sinistr*', 'right rechts droite derech* destr*'),
  contrary('storage', 'add* added create* hinzu* ajout*', 'remov* delet* entfern* losch* gelosch* supprim*'),
  contrary('rank', 'first erste* premier* primer* primo', 'last letzte* dernier* ultim*'),
  contrary('frequency', 'always immer toujours siempre sempre', 'never nie niemals jamais nunca mai'),
];

/** Words that negate their clause. */
export const negators = words(
  'not no never none nobody nothing neither nor cannot hardly nicht kein* nie niemals niemand* nichts weder ne nessun* ningun* nadie nunca non niet geen',
);
export const without = words('without ohne sans senza sin zonder');
/** Words that exempt something from what was said. */
export const exempt = words('exempt* excepted excluded ausgenommen befreit excl[ue]* dispense*');
/** Words of French that negate where "ne" is left out. */
export const bareNegators = words('pas aucun* jamais rien');

/** Words that say that something has to be, and that it may be. */
export const obligation = words(
  'must shall required requires mandatory obligatory obliged necessary needs need muss* mussen mussten verpflichtet erforderlich doit doivent devez obligatoire* debe* deve* deb* devono',
);
export const option = words(
  'may can could might optional allowed permitted voluntary kann konnen darf durfen freiwillig optional peut peuvent pouvez facultati* puede* pueden puo possono',
);

const excluding =
  'only solely exclusively nur ausschliesslich lediglich seulement uniquement solo solamente soltanto';
/** Words that exclude all others. */
export const exclusive = words(excluding);
/** Words with which a statement may exclude all others. */
export const exclusiveInOtherWords = words(
  `${excluding} unless except before bevor until bis must sole single single-handedly alone without ohne sans`,
);

/** Words for all of something, for a part of it as opposed to the rest, and for agreement of all, as terms. */
export const universal = words(
  'all every everyone everybody always alle allen jede[mnrs]? immer tous toutes toujours todos siempre tutti sempre',
);
export const partial = words('other others rest andere* ubrige* autres otros altri');
export const unanimous = words('unanim* einstimmig*');

/** Things of which a statement names one in the place of another, in English, German and French. */
const alternatives = [
  'red rot* rouge* | blue blau* bleu* | green grun* vert* | yellow gelb* jaune* | orange* | white weiss* blanc* | black schwarz* noir* | grey gray grau* gris* | brown braun* brun*',
  'north* nord* | south* sud* | east* ost* | west*',
  'spring fruhling* printemps | summer sommer* ete | autumn herbst* automne | winter* hiver',
  'breakfast* fruhstuck* | lunch* mittagessen | dinner* supper abendessen diner',
  'morning* vormittag* morgens matin* | afternoon* nachmittag* apres-midi | evening* abend* soir* | night* nacht* nuit*',
  'email* e-mail* mail* courriel* | phone* telephon* telefon* | letter* post brief* courrier | fax*',
  'windows | linux | macos',
  'tenant* mieter* locataire* | landlord* vermieter* bailleur*',
  'employer* arbeitgeber* employeur* | employee* arbeitnehmer* angestellte* employe* salarie* | contractor* auftragnehmer* prestataire* | customer* kunde* client* | visitor* besuch* visiteur* | student* studierende* etudiant*',
  'buyer* kaufer* acheteur* | seller* verkaufer* vendeur*',
  'mother* mutter* mere* | father* vater* pere* | brother* bruder* frere* | sister* schwester* soeur* | son sohn* fils | daughter* tochter* fille*',
  'headache* kopfschmerz* | nausea ubelkeit nausee* | fever* fieber* fievre* | cough* husten* toux',
].map((list) => list.split('|').map(words));

/** The kinds of thing that a word names one of, each with the place of that one in its kind. */
export const alternativesOf = (word: string): (readonly [kind: number, one: number])[] =>
  alternatives.flatMap((all, kind) =>
    all.flatMap((one, at) => (one.test(word) ? [[kind, at] as const] : [])),
  );

/** Words that begin a clause. */
export const clauseStarts = words(
  'and or but while whereas because when if unless although except which who whom whose so otherwise und oder aber sondern wahrend weil wenn falls dass sofern ausser welche* et ou mais quand lorsque si qui car sauf y o pero cuando que e ma quando se',
);
/** Words that begin a clause and negate it, or the clause before it. */
export const turningStarts = words('unless except sofern ausser sauf salvo');

/** Phrases that bound a number, as one word each. */
const bounds: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:(?:no|not) (?:more|longer|later|higher) than|at (?:the )?most|a maximum of|maximum of|up to|(?:do(?:es)? )?not exceed(?:ing)?|nicht mehr als|bis zu|au (?:plus|maximum)|jusqu['’]à|or (?:less|fewer|lower|earlier|older|below|under|weniger|moins))(?=[ .,]|$)/giu,
    'at-most',
  ],
  [
    /\b(?:(?:no|not) (?:less|fewer|earlier) than|at (?:the )?least|a minimum of|minimum of|au moins|or (?:more|higher|later|newer|above|over|mehr|plus)|oder mehr|ou plus)(?=[ .,]|$)/giu,
    'at-least',
  ],
  [
    /\b(longer|higher|later|older|greater|larger|bigger|heavier|länger|höher|später|älter|größer|schwerer) (?:than|als)(?= (?:\p{Nd}|one|two|three|four|five|six|ten))/giu,
    '$1 more-than',
  ],
  [
    /\b(shorter|lower|earlier|younger|smaller|lighter|kürzer|niedriger|früher|jünger|kleiner|leichter) (?:than|als)(?= (?:\p{Nd}|one|two|three|four|five|six|ten))/giu,
    '$1 less-than',
  ],
  [/\b(?:less|fewer|weniger) (?:than|als)(?= (?:\p{Nd}|one|two|three|four|five|six|ten))/giu, 'less-than'],
  [/\b(?:more|mehr) (?:than|als)(?= (?:\p{Nd}|one|two|three|four|five|six|ten))/giu, 'more-than'],
  [/\bplus de(?= )/giu, 'plus-de'],
  [/\bmoins de(?= )/giu, 'moins-de'],
  [/\b(?:not only|nicht nur|non seulement|whether or not)\b/giu, ' '],
  [
    /\b(?:es sei denn(?:, dass)?|außer wenn|sauf (?:si|quand|lorsque)|à moins que|except (?:if|when|where)|salvo que)(?= )/giu,
    'unless',
  ],
  [/\b(?:do(?:es)? not|doesn['’]t|don['’]t) apply to\b|\bgilt nicht für\b/giu, 'exempt'],
  [/\bturn(?:s|ed)? down\b/giu, 'rejected'],
  [
    /\b(?:free of charge|for free|kostenfrei|freie[nr]? eintritt|(?<=(?:is|are) )free(?= |[.,;]))\b/giu,
    'gratis',
  ],
  [/\bcan['’]?t\b/giu, 'can not'],
  [/\bwon['’]t\b/giu, 'will not'],
  [/(?<=\p{L})n['’]t\b/giu, ' not'],
  [/\bn['’](?=\p{L})/giu, 'ne '],
  [/\bno longer\b/giu, 'not'],
  [/\bnicht mehr\b(?! als)/giu, 'nicht'],
  [/\b((?:turn|switch)\p{L}*|is|are|be) on(?=[.,;:!]|$)/giu, '$1 switched-on'],
  [/\b(?:need|needs) not\b/giu, 'not required'],
];

/** A text whose bounds and contractions are one word each. */
export const withPlainBounds = (text: string): string =>
  bounds.reduce((whole, [pattern, word]) => whole.replace(pattern, word), text);

/** Words for people in general: a sentence may name them as the acting person where the statement names nobody. */
export const agents = words(
  'people persons person anyone everyone someone nobody employee* user* customer* staff personal mitarbeiter* personne*',
);

/** Words that sentences begin with and that are no names. */
export const starters = words(
  'besides apart aside beyond throughout alongside prior following instead only afterwards thereafter whether laut gemass nach keep use make take do call see send ask contact check wear note plan book store submit press add read choose refer since despite unlike within until upon via whoever whatever wherever whichever anything everything something once compared regarding concerning',
);
