/** Texts of one language as files have them: columns of a table, names, places and two sentences. Written for this bench. */
export interface Sample {
  readonly header: readonly string[];
  readonly names: readonly string[];
  readonly places: readonly string[];
  readonly prose: string;
}

const list = (text: string): string[] => text.split('|');
const sample = (header: string, names: string, places: string, prose: string): Sample => ({
  header: list(header),
  names: list(names),
  places: list(places),
  prose,
});

export const samples = {
  ja: sample(
    '氏名|住所|備考',
    '佐藤 健一|鈴木 美咲|高橋 大輔|田中 陽子|渡辺 直樹|伊藤 さくら',
    '東京都港区|大阪市北区|名古屋市中区|札幌市|福岡県|横浜市',
    '社員は毎年三十日の有給休暇を取ることができます。申請は上司に二週間前までに出してください。',
  ),
  'zh-Hans': sample(
    '编号|姓名|城市',
    '王小明|李建国|张伟|刘洋|陈静|黄丽华',
    '北京市|上海市|广州市|深圳市|成都市|杭州市',
    '员工每年可以享受三十天的带薪休假。申请应当提前两周提交给部门经理审批。',
  ),
  'zh-Hant': sample(
    '編號|姓名|城市',
    '林志玲|陳美惠|張國榮|黃淑芬|李俊傑|吳宗憲',
    '臺北市|高雄市|臺中市|臺南市|新竹縣|香港',
    '員工每年可以享有三十天的有薪假期。申請應於兩週前向部門主管提出。',
  ),
  ko: sample(
    '이름|주소|비고',
    '김민수|이영희|박지훈|최수진|정현우|강은지',
    '서울특별시|부산광역시|대구시|인천시|광주시|제주도',
    '직원은 매년 삼십 일의 유급 휴가를 사용할 수 있습니다. 신청은 두 주 전에 제출해야 합니다.',
  ),
  ru: sample(
    'Фамилия|Город|Примечание',
    'Иванов Пётр|Смирнова Анна|Кузнецов Олег|Попова Елена|Васильев Игорь|Соколова Мария',
    'Москва|Санкт-Петербург|Новосибирск|Екатеринбург|Казань|Самара',
    'Каждый сотрудник имеет право на тридцать дней отпуска в году. Заявление подаётся за две недели до начала.',
  ),
  uk: sample(
    'Прізвище|Місто|Примітка',
    'Шевченко Тарас|Коваленко Їлія|Бондаренко Євген|Ткаченко Оксана|Кравченко Юрій|Мельник Наталія',
    'Київ|Львів|Харків|Одеса|Чернігів|Запоріжжя',
    'Кожен працівник має право на тридцять днів відпустки на рік. Заяву слід подати за два тижні до її початку.',
  ),
  bg: sample(
    'Име|Град|Забележка',
    'Георги Димитров|Мария Иванова|Стоян Петров|Елена Николова|Димитър Тодоров|Цветанка Ангелова',
    'София|Пловдив|Варна|Бургас|Русе|Велико Търново',
    'Всеки служител има право на тридесет дни отпуск през годината. Молбата се подава две седмици по-рано.',
  ),
  el: sample(
    'Όνομα|Πόλη|Σημείωση',
    'Γιώργος Παπαδόπουλος|Μαρία Νικολάου|Δημήτρης Οικονόμου|Ελένη Γεωργίου|Νίκος Βασιλείου|Κατερίνα Ιωάννου',
    'Αθήνα|Θεσσαλονίκη|Πάτρα|Ηράκλειο|Λάρισα|Βόλος',
    'Κάθε εργαζόμενος έχει δικαίωμα σε τριάντα ημέρες άδειας τον χρόνο. Η αίτηση υποβάλλεται δύο εβδομάδες πριν.',
  ),
  he: sample(
    'שם|עיר|הערה',
    'דוד כהן|רחל לוי|משה מזרחי|שרה פרץ|יוסף ביטון|מרים אברהם',
    'ירושלים|תל אביב|חיפה|באר שבע|נתניה|אשדוד',
    'כל עובד זכאי לשלושים ימי חופשה בשנה. יש להגיש את הבקשה שבועיים לפני תחילת החופשה.',
  ),
  ar: sample(
    'الاسم|المدينة|ملاحظة',
    'محمد أحمد|فاطمة علي|خالد حسن|مريم إبراهيم|يوسف عبد الله|ليلى محمود',
    'القاهرة|بغداد|دمشق|الرياض|بيروت|الدار البيضاء',
    'يحق لكل موظف ثلاثون يوما من الإجازة في السنة. يجب تقديم الطلب قبل أسبوعين من بدايتها.',
  ),
  th: sample(
    'ชื่อ|จังหวัด|หมายเหตุ',
    'สมชาย ใจดี|สุดา ทองคำ|วิชัย ศรีสุข|มาลี แก้วใส|ประเสริฐ บุญมา|กนกวรรณ พงษ์ดี',
    'กรุงเทพมหานคร|เชียงใหม่|ภูเก็ต|ขอนแก่น|นครราชสีมา|สงขลา',
    'พนักงานทุกคนมีสิทธิลาพักร้อนสามสิบวันต่อปี กรุณายื่นคำขอล่วงหน้าสองสัปดาห์',
  ),
  tr: sample(
    'Adı|Şehir|Açıklama',
    'Ayşe Yılmaz|Mehmet Öztürk|Gülşen Çelik|İbrahim Şahin|Tuğba Aydın|Oğuz Kılıç',
    'İstanbul|Ankara|İzmir|Eskişehir|Diyarbakır|Şanlıurfa',
    'Her çalışanın yılda otuz gün ücretli izin hakkı vardır. Başvuru iki hafta önce yöneticiye yapılmalıdır.',
  ),
  pl: sample(
    'Imię|Miejscowość|Uwagi',
    'Łukasz Wiśniewski|Małgorzata Dąbrowska|Paweł Wójcik|Agnieszka Kozłowska|Michał Jabłoński|Żaneta Król',
    'Łódź|Kraków|Wrocław|Poznań|Gdańsk|Częstochowa',
    'Każdy pracownik ma prawo do trzydziestu dni urlopu w roku. Wniosek należy złożyć dwa tygodnie wcześniej.',
  ),
  cs: sample(
    'Jméno|Město|Poznámka',
    'Jiří Novák|Tomáš Dvořák|Kateřina Černá|Zdeněk Procházka|Lucie Němcová|Ondřej Kučera',
    'Plzeň|České Budějovice|Ústí nad Labem|Liberec|Kroměříž|Třebíč',
    'Každý zaměstnanec má nárok na třicet dnů dovolené za rok. Žádost se podává dva týdny předem.',
  ),
  hu: sample(
    'Név|Város|Megjegyzés',
    'Szabó Gergő|Kovács Béla|Tóth Eszter|Nagy Erzsébet|Kőszegi Dávid|Fűrész Márta',
    'Győr|Székesfehérvár|Pécs|Gyöngyös|Hódmezővásárhely|Kecskemét',
    'Minden dolgozónak évente harminc nap szabadság jár. A kérelmet két héttel előbb kell benyújtani a felettesnek.',
  ),
  hr: sample(
    'Ime|Grad|Napomena',
    'Željko Horvat|Ivana Kovačević|Marko Đurić|Ana Šimić|Hrvoje Živković|Maja Perković',
    'Zagreb|Šibenik|Varaždin|Požega|Čakovec|Đakovo',
    'Svaki zaposlenik ima pravo na trideset dana odmora godišnje. Zahtjev se podnosi dva tjedna ranije.',
  ),
  ro: sample(
    'Nume|Oraş|Observaţii',
    'Ştefan Popescu|Mihai Bălan|Ioana Mureşan|Răzvan Ionescu|Cătălina Niţă|Andrei Ţurcanu',
    'Bucureşti|Iaşi|Constanţa|Braşov|Timişoara|Galaţi',
    'Fiecare angajat are dreptul la treizeci de zile de concediu pe an. Cererea se depune cu două săptămâni înainte.',
  ),
  de: sample(
    'Name|Straße|Bemerkung',
    'Jürgen Müller|Käthe Schröder|Björn Weiß|Jörg Krüger|Änne Lübke|Günther Voß',
    'München|Köln|Düsseldorf|Nürnberg|Göttingen|Würzburg',
    'Jede Beschäftigte hat im Jahr dreißig Tage Urlaub. Der Antrag muss zwei Wochen früher bei der Geschäftsführung sein.',
  ),
  fr: sample(
    'Prénom|Département|Téléphone',
    'François Lefèvre|Hélène Bénard|Jérôme Gâteau|Chloé Noël|André Rivière|Anaïs Hébert',
    'Orléans|Besançon|Nîmes|Saint-Étienne|Béziers|Angoulême',
    'Chaque salarié a droit à trente jours de congés payés par année. La demande doit être déposée à l’avance.',
  ),
  es: sample(
    'Nombre|Dirección|Teléfono',
    'José Núñez|María Martínez|Íñigo Fernández|Begoña Ibáñez|Andrés Peña|Lucía Gómez',
    'Málaga|Córdoba|A Coruña|Cádiz|León|Ávila',
    'Cada año el empleado tendrá treinta días de vacaciones. La petición se enviará también al área de administración.',
  ),
  pt: sample(
    'Nome|Endereço|Observação',
    'João Gonçalves|Conceição Simões|Antônio Araújo|Márcia Assunção|Estêvão Mourão|Inês Magalhães',
    'São Paulo|Brasília|Évora|Maceió|Setúbal|Florianópolis',
    'Cada funcionário tem direito a trinta dias de férias por ano. A solicitação não pode ser feita após o início.',
  ),
  sv: sample(
    'Namn|Gatuadress|Anmärkning',
    'Åsa Lindström|Björn Sjöberg|Göran Åkesson|Märta Öberg|Håkan Nyström|Sören Hägg',
    'Göteborg|Malmö|Västerås|Örebro|Linköping|Umeå',
    'Varje anställd har rätt till trettio dagars semester per år. Ansökan lämnas två veckor före ledigheten.',
  ),
  da: sample(
    'Navn|Adresse|Bemærkning',
    'Søren Sørensen|Kåre Nygård|Mette Bæk|Jørgen Møller|Åse Kjær|Bjørn Ågård',
    'København|Århus|Ålborg|Helsingør|Næstved|Sønderborg',
    'Alle medarbejdere har ret til tredive dages ferie om året. Ansøgningen skal være indsendt to uger før.',
  ),
  lt: sample(
    'Vardas|Miestas|Pastaba',
    'Žygimantas Kazlauskas|Rūta Petrauskienė|Vytautas Jankauskas|Eglė Stankevičiūtė|Šarūnas Žukauskas|Jūratė Paškevičienė',
    'Šiauliai|Panevėžys|Klaipėda|Kėdainiai|Utena|Mažeikiai',
    'Kiekvienas darbuotojas turi teisę į trisdešimt dienų atostogų per metus. Prašymą reikia pateikti prieš dvi savaites.',
  ),
  vi: sample(
    'Tên|Tỉnh|Ghi chú',
    'Nguyễn Văn Đức|Trần Thị Hương|Lê Hoàng Phúc|Phạm Thu Hà|Đặng Quốc Bảo|Vũ Ngọc Ánh',
    'Hà Nội|Đà Nẵng|Cần Thơ|Huế|Hải Phòng|Biên Hòa',
    'Mỗi nhân viên được nghỉ ba mươi ngày phép trong một năm. Đơn phải nộp trước hai tuần.',
  ),
} satisfies Record<string, Sample>;

export type BenchLanguage = keyof typeof samples;
