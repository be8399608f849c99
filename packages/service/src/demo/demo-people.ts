/** A user of the demo data. */
export interface DemoPerson {
  readonly key: string;
  readonly phone: string;
  readonly name: string;
  readonly username: string;
  readonly bio: string;
  readonly city: string;
}

/** Invented people; their phone numbers are from ranges that regulators keep free for fiction. */
export const demoPeople: readonly DemoPerson[] = [
  {
    key: 'lena',
    phone: '+491713920037',
    name: 'Lena Brückner',
    username: 'lena-brueckner',
    bio: 'Sound engineer by day, soup cook by night. Repairs toasters for strangers.',
    city: 'Berlin',
  },
  {
    key: 'oksana',
    phone: '+491713920064',
    name: 'Оксана Левченко',
    username: 'oksana-reads',
    bio: 'Редакторка й мама двох велосипедистів. Повернулася до Києва після чотирьох років у Лейпцигу.',
    city: 'Київ',
  },
  {
    key: 'amina',
    phone: '+447700900461',
    name: 'Amina Hassan',
    username: 'aminahassan',
    bio: 'Treasurer, swimmer, bad poet. Splits the year between London, Nairobi and Cairo.',
    city: 'London',
  },
  {
    key: 'maciej',
    phone: '+447700900812',
    name: 'Maciej Łukasik',
    username: 'maciej-l',
    bio: 'Bazy danych, winyle i pierogi. Po dekadzie w Leeds znowu w Warszawie.',
    city: 'Warszawa',
  },
  {
    key: 'ines',
    phone: '+33639980147',
    name: 'Inês Carvalhal',
    username: 'inescarvalhal',
    bio: 'Nascida em Paris, criada em Lisboa, com o coração em São Paulo. Pinto azulejos e corro devagar.',
    city: 'Lisboa',
  },
  {
    key: 'mateo',
    phone: '+12125550143',
    name: 'Mateo Ríos',
    username: 'mateorios',
    bio: 'Chilango in Brooklyn. I run walks, games and the occasional conga line.',
    city: 'New York',
  },
  {
    key: 'hana',
    phone: '+14165550168',
    name: '森田 ハナ',
    username: 'hana-morita',
    bio: 'トロント育ち、東京在住。Rust, ramen and woodblock prints.',
    city: '東京',
  },
  {
    key: 'priya',
    phone: '+61491570156',
    name: 'Priya Raghavan',
    username: 'priyaraghavan',
    bio: 'Data designer in Melbourne, from Mumbai. Will ferment anything once.',
    city: 'Melbourne',
  },
];
