/** A page of the handbook, questions that it answers, and questions near it that it does not. */
export interface HandbookPage {
  readonly name: string;
  readonly text: string;
  readonly answerable: readonly string[];
  readonly unanswerable: readonly string[];
}

/** Written for this bench: the rules of a company for its staff, and what people ask about it, in their own words. */
export const handbook: readonly HandbookPage[] = [
  {
    name: 'Leave',
    text: 'Everyone has thirty days of paid leave a year. Leave is requested in the portal at least two weeks before it begins, and your manager approves it. Unused leave expires on 31 March of the following year. During the probation period leave is granted pro rata. Special leave of two days is given for a wedding, a birth or a death in the family.',
    answerable: [
      'How many days of paid leave does everyone have a year?',
      'When does unused leave expire?',
      'How much special leave is there for a wedding?',
    ],
    unanswerable: ['Can I sell my leave back to the company for money?', 'How long is a sabbatical?'],
  },
  {
    name: 'Sick leave',
    text: 'Report an illness to your manager before nine in the morning. From the fourth day on a certificate from a doctor is needed, which you upload in the portal. Pay continues for six weeks; after that the health insurance pays. If a child under twelve is ill, a parent may stay at home for ten days a year.',
    answerable: [
      'By what time do I report an illness to my manager?',
      'From which day is a certificate from a doctor needed?',
      'How many weeks does pay continue when I am ill?',
    ],
    unanswerable: ['Which dentist does the company recommend?', 'Is physiotherapy reimbursed?'],
  },
  {
    name: 'Remote work',
    text: 'You may work from home on three days a week. Tuesdays are office days for all teams. Working from another country is possible for up to twenty days a year and has to be approved by People Operations a month ahead, because of taxes and social security. The company pays for a desk and a chair once, up to 600 euros.',
    answerable: [
      'On how many days a week may I work from home?',
      'Which weekday is the office day?',
      'How many days a year can I work from another country?',
    ],
    unanswerable: ['Who pays for the electricity at home?', 'Is coworking membership covered?'],
  },
  {
    name: 'Expenses',
    text: 'Receipts are submitted in the tool Spendwise within thirty days. Meals on business trips are reimbursed up to 45 euros a day. Alcohol is not reimbursed. Taxis are only paid for between ten at night and six in the morning, or with heavy luggage. Amounts above 500 euros need the approval of Finance beforehand.',
    answerable: [
      'In which tool are receipts submitted?',
      'Up to how much are meals reimbursed on business trips?',
      'Above which amount is the approval of Finance needed?',
    ],
    unanswerable: ['Are gym memberships reimbursed?', 'What is the mileage allowance for a private car?'],
  },
  {
    name: 'Travel',
    text: 'Trains are preferred for journeys of less than five hours. Flights are booked in economy; business class is allowed from eight hours of flight on. Hotels may cost up to 140 euros a night, in London, Paris and Zurich up to 200. The agency Northway books for you: travel@northway.example or extension 4402. Bonus miles belong to you.',
    answerable: [
      'From how many hours of flight is business class allowed?',
      'How much may a hotel cost in Zurich?',
      'What is the extension of the agency Northway?',
    ],
    unanswerable: ['Do I need a visa for India?', 'Can I bring my spouse on a journey?'],
  },
  {
    name: 'Laptops',
    text: 'New staff choose between a ThinkPad X1 and a MacBook Air. Laptops are replaced after four years. The disk is encrypted, and the recovery key lies with IT. A lost or stolen laptop is reported to security@acme.example within an hour, at any time of the day. Private use is allowed as long as nothing is installed that IT has not approved.',
    answerable: [
      'Which laptops can new staff choose from?',
      'After how many years are laptops replaced?',
      'To whom is a stolen laptop reported?',
    ],
    unanswerable: ['How do I get a second monitor?', 'Which phone do sales people get?'],
  },
  {
    name: 'Passwords',
    text: 'Passwords have at least fourteen characters and are kept in the password manager Vaultkey. They need not be changed regularly, only after an incident. Every account has a second factor; use the security key that you were given, not text messages. Five wrong attempts lock an account for fifteen minutes. IT never asks for your password.',
    answerable: [
      'How many characters must passwords have?',
      'For how long do five wrong attempts lock an account?',
      'Which password manager is used?',
    ],
    unanswerable: ['How do I rotate an SSH certificate?', 'Does the VPN support WireGuard?'],
  },
  {
    name: 'Building',
    text: 'The main entrance is open from seven to nineteen; outside of these hours your badge opens the side door on Mill Street. Visitors are registered at the reception and accompanied. The north gate is for deliveries. In case of fire leave by the nearest stairs and gather at the car park in the east. The lifts stop on floor three at weekends.',
    answerable: [
      'When is the main entrance open?',
      'Where do we gather in case of fire?',
      'Which gate is for deliveries?',
    ],
    unanswerable: ['Where is the lactation room?', 'How do I rent a locker?'],
  },
  {
    name: 'Canteen',
    text: 'The canteen on the ground floor serves lunch from half past eleven to two. A meal costs 6.80 euros, for trainees 4.20. There is a vegetarian dish every day and fish on Fridays. Payment is by badge only. Coffee is free on all floors. Guests pay 9 euros.',
    answerable: [
      'What does a meal cost for trainees?',
      'On which day is there fish?',
      'What do guests pay in the canteen?',
    ],
    unanswerable: ['Is the meat halal?', 'Who is the caterer for birthday parties?'],
  },
  {
    name: 'Parental leave',
    text: 'Parental leave can be taken until the third birthday of the child. Inform People Operations seven weeks before it begins. Partners get four weeks of full pay after the birth. Part time during parental leave is possible from fifteen to thirty-two hours a week. Your position is kept for you.',
    answerable: [
      'Until which birthday of the child can parental leave be taken?',
      'How many weeks of full pay do partners get after the birth?',
      'How many hours a week is part time possible during parental leave?',
    ],
    unanswerable: ['Is there a kindergarten on the premises?', 'Does adoption count too?'],
  },
  {
    name: 'Training',
    text: 'Each employee has a training budget of 1,500 euros and five days a year. Conferences count against it, unless you are a speaker. Language courses in German and English are free. Books are ordered by the library without approval. If you leave within a year after a course of more than 3,000 euros, a part has to be paid back.',
    answerable: [
      'How high is the training budget of each employee?',
      'Which language courses are free?',
      'Who orders books?',
    ],
    unanswerable: ['Does the company finance an MBA?', 'Who is the mentor for apprentices in chemistry?'],
  },
  {
    name: 'Salary',
    text: 'Salaries are paid on the 27th of each month. Payslips are in the portal under Documents. Salaries are reviewed every April. A thirteenth salary is paid in November. Bonuses of the sales team follow the plan of the quarter. Advances are possible once a year, up to half of a monthly salary.',
    answerable: [
      'On which day of the month are salaries paid?',
      'When is the thirteenth salary paid?',
      'Where do I find payslips?',
    ],
    unanswerable: ['How are stock options taxed?', 'What is the pension contribution of the employer?'],
  },
  {
    name: 'Working hours',
    text: 'The week has 38 hours. Core time is from ten to three. Overtime is compensated by free time within six months and is never paid out. The limit is ten hours a day. Breaks of thirty minutes are taken after six hours at the latest. Hours are recorded in the portal by the end of the week.',
    answerable: [
      'How many hours does the week have?',
      'What is the core time?',
      'How is overtime compensated?',
    ],
    unanswerable: ['Is there a night shift bonus?', 'Do we close between Christmas and New Year?'],
  },
  {
    name: 'Data protection',
    text: 'Personal data of customers stays in the European Union. Requests for deletion are answered by the data protection officer, Ines Moreau, within thirty days. Data breaches are reported to her within four hours. Test systems get invented data only. Customer data is kept for ten years after the contract has ended because of tax law.',
    answerable: [
      'Who is the data protection officer?',
      'Within how many hours are data breaches reported?',
      'How long is customer data kept after the contract has ended?',
    ],
    unanswerable: ['Are cookies on the website opt-in?', 'Which auditor certified us for HIPAA?'],
  },
  {
    name: 'Support',
    text: 'Customers reach support by chat and mail, from eight to eighteen on weekdays. Priority 1 tickets are answered within thirty minutes, priority 2 within four hours, all others on the next day. Refunds up to 100 euros are granted by any agent, above that by the team lead. Tickets are closed after seven days without an answer.',
    answerable: [
      'Within what time are priority 1 tickets answered?',
      'Up to how much may any agent grant refunds?',
      'After how many days without an answer are tickets closed?',
    ],
    unanswerable: [
      'What is the warranty on refurbished devices?',
      'Do we offer phone support in Portuguese?',
    ],
  },
  {
    name: 'Releases',
    text: 'The product is released every second Wednesday. Code is frozen on the Monday before. Each change needs two reviews and a passing pipeline. Hotfixes may be deployed at any time by the engineer on call. Release notes are written by the product manager. A release is rolled back when the error rate exceeds one percent.',
    answerable: [
      'How often is the product released?',
      'How many reviews does each change need?',
      'When is a release rolled back?',
    ],
    unanswerable: ['Which programming language is the backend written in?', 'How do we sign Android builds?'],
  },
  {
    name: 'On call',
    text: 'Engineers are on call for a week, in turn, from Thursday noon. An alert is acknowledged within ten minutes. Being on call is paid with 250 euros a week, each call out with 60 euros an hour. After a call at night work begins two hours later. The rota is planned six weeks ahead; swaps are arranged among yourselves.',
    answerable: [
      'Within how many minutes is an alert acknowledged?',
      'How much is being on call paid a week?',
      'How far ahead is the rota planned?',
    ],
    unanswerable: ['Which satellite phone do we carry?', 'Are contractors insured abroad?'],
  },
  {
    name: 'Purchasing',
    text: 'Orders up to 250 euros are placed with the company card of the team. Above that a purchase request in Procura is needed, with three offers from 5,000 euros on. New suppliers fill in the questionnaire on sustainability. Contracts are signed by two directors. Invoices go to invoices@acme.example with the order number.',
    answerable: [
      'From which amount on are three offers needed?',
      'Who signs contracts?',
      'Where do invoices go?',
    ],
    unanswerable: ['What is our credit rating?', 'Do we accept bitcoin?'],
  },
  {
    name: 'Company cars',
    text: 'Company cars are for sales and service. They are leased for three years and electric since 2023. Charging at home is reimbursed with 30 cents a kilowatt hour. Private journeys are logged in the app Drivelog. Fines are paid by the driver. In winter, tyres are changed by the garage Hofer.',
    answerable: [
      'For how many years are company cars leased?',
      'Who pays fines?',
      'Which garage changes tyres in winter?',
    ],
    unanswerable: ['May my teenage daughter drive?', 'Is there a discount on motorcycles?'],
  },
  {
    name: 'Leaving',
    text: 'The notice period is three months to the end of a month, in the probation period two weeks. On the last day laptop, badge and security key are handed in at IT. A reference letter is written within four weeks. Accounts are closed at midnight. An exit interview is voluntary and is held by People Operations.',
    answerable: [
      'How long is the notice period?',
      'Within how many weeks is a reference letter written?',
      'Who holds the exit interview?',
    ],
    unanswerable: ['How high is the severance package?', 'Is there an alumni network?'],
  },
];

/** Questions that have nothing to do with any page. */
export const foreignQuestions: readonly string[] = [
  'Who won the football world cup in 1998?',
  'What is the capital of Mongolia?',
  'How do I bake sourdough bread?',
  'Why is the sky blue?',
  'Which planet has the most moons?',
  'What is the boiling point of mercury?',
  'Who painted the Mona Lisa?',
  'How tall is Mount Kilimanjaro?',
  'What does photosynthesis produce?',
  'When did the Berlin wall fall?',
  'How do I tie a bowline knot?',
  'What is the square root of 1764?',
  'Who wrote Don Quixote?',
  'Which vitamins are in kale?',
  'How deep is the Mariana trench?',
  'What is the plot of Hamlet?',
  'How do vaccines create immunity?',
  'Which notes are in a C minor chord?',
  'When was the printing press invented?',
  'How far away is Andromeda?',
];
