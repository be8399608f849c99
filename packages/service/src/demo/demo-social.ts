/** RSVPs to demo events; private ones are answered by invited people only. */
export const demoRsvps: readonly {
  readonly person: string;
  readonly event: string;
  readonly status: 'going' | 'interested';
}[] = [
  { person: 'maciej', event: 'berlin-synth-night', status: 'going' },
  { person: 'ines', event: 'berlin-synth-night', status: 'going' },
  { person: 'amina', event: 'berlin-synth-night', status: 'interested' },
  { person: 'oksana', event: 'berlin-repair-cafe', status: 'interested' },
  { person: 'maciej', event: 'berlin-typescript-evening', status: 'going' },
  { person: 'hana', event: 'berlin-typescript-evening', status: 'going' },
  { person: 'priya', event: 'berlin-typescript-evening', status: 'interested' },
  { person: 'ines', event: 'berlin-ausstellung-papier', status: 'going' },
  { person: 'hana', event: 'berlin-ausstellung-papier', status: 'interested' },
  { person: 'amina', event: 'berlin-ausstellung-papier', status: 'interested' },
  { person: 'maciej', event: 'berlin-spieleabend', status: 'going' },
  { person: 'maciej', event: 'berlin-lena-birthday', status: 'going' },
  { person: 'ines', event: 'berlin-lena-birthday', status: 'going' },
  { person: 'amina', event: 'berlin-lena-birthday', status: 'interested' },
  { person: 'lena', event: 'lisbon-fado-vadio', status: 'going' },
  { person: 'mateo', event: 'lisbon-fado-vadio', status: 'going' },
  { person: 'lena', event: 'lisbon-azulejo-workshop', status: 'going' },
  { person: 'priya', event: 'lisbon-azulejo-workshop', status: 'interested' },
  { person: 'mateo', event: 'lisbon-remote-breakfast', status: 'going' },
  { person: 'lena', event: 'lisbon-wedding-rehearsal', status: 'going' },
  { person: 'mateo', event: 'lisbon-wedding-rehearsal', status: 'interested' },
  { person: 'maciej', event: 'kyiv-courtyard-jazz', status: 'going' },
  { person: 'lena', event: 'kyiv-courtyard-jazz', status: 'interested' },
  { person: 'maciej', event: 'kyiv-borshch-lab', status: 'going' },
  { person: 'lena', event: 'kyiv-trukhaniv-bikes', status: 'going' },
  { person: 'lena', event: 'kyiv-book-club', status: 'going' },
  { person: 'maciej', event: 'kyiv-book-club', status: 'going' },
  { person: 'oksana', event: 'warsaw-pierogi-school', status: 'going' },
  { person: 'lena', event: 'warsaw-pierogi-school', status: 'going' },
  { person: 'lena', event: 'warsaw-postgres-clinic', status: 'going' },
  { person: 'hana', event: 'warsaw-postgres-clinic', status: 'interested' },
  { person: 'lena', event: 'warsaw-vinyl-swap', status: 'going' },
  { person: 'ines', event: 'warsaw-vinyl-swap', status: 'interested' },
  { person: 'hana', event: 'krakow-team-offsite', status: 'going' },
  { person: 'lena', event: 'krakow-team-offsite', status: 'interested' },
  { person: 'ines', event: 'london-spoken-word', status: 'going' },
  { person: 'maciej', event: 'london-jollof-supper', status: 'going' },
  { person: 'lena', event: 'london-jollof-supper', status: 'interested' },
  { person: 'ines', event: 'london-comic-sketch', status: 'going' },
  { person: 'ines', event: 'london-housewarming', status: 'going' },
  { person: 'priya', event: 'london-housewarming', status: 'interested' },
  { person: 'lena', event: 'paris-night-bakers', status: 'going' },
  { person: 'amina', event: 'paris-night-bakers', status: 'going' },
  { person: 'amina', event: 'paris-canal-petanque', status: 'interested' },
  { person: 'hana', event: 'nyc-stoop-jazz', status: 'going' },
  { person: 'hana', event: 'nyc-civic-hack', status: 'going' },
  { person: 'priya', event: 'nyc-civic-hack', status: 'interested' },
  { person: 'hana', event: 'nyc-indie-game-night', status: 'interested' },
  { person: 'mateo', event: 'toronto-harbour-dance', status: 'going' },
  { person: 'ines', event: 'cdmx-danzon', status: 'going' },
  { person: 'mateo', event: 'saopaulo-samba-roda', status: 'going' },
  { person: 'amina', event: 'saopaulo-samba-roda', status: 'interested' },
  { person: 'hana', event: 'saopaulo-manga', status: 'going' },
  { person: 'ines', event: 'buenosaires-milonga', status: 'going' },
  { person: 'mateo', event: 'nairobi-benga-night', status: 'going' },
  { person: 'oksana', event: 'cairo-oud-evening', status: 'interested' },
  { person: 'priya', event: 'tokyo-shimokita-live', status: 'going' },
  { person: 'priya', event: 'tokyo-yoyogi-picnic', status: 'going' },
  { person: 'lena', event: 'tokyo-printmaking', status: 'going' },
  { person: 'ines', event: 'tokyo-printmaking', status: 'interested' },
  { person: 'priya', event: 'tokyo-hana-farewell', status: 'going' },
  { person: 'priya', event: 'seoul-han-river-film', status: 'going' },
  { person: 'amina', event: 'mumbai-dawn-raga', status: 'going' },
  { person: 'hana', event: 'melbourne-laneway-photo', status: 'going' },
  { person: 'hana', event: 'auckland-stargazing', status: 'going' },
  { person: 'oksana', event: 'auckland-stargazing', status: 'interested' },
];

export const demoSaves: readonly { readonly person: string; readonly event: string }[] = [
  { person: 'lena', event: 'paris-night-bakers' },
  { person: 'lena', event: 'tokyo-printmaking' },
  { person: 'lena', event: 'lisbon-azulejo-workshop' },
  { person: 'lena', event: 'kyiv-courtyard-jazz' },
  { person: 'oksana', event: 'warsaw-vistula-cinema' },
  { person: 'oksana', event: 'berlin-repair-cafe' },
  { person: 'oksana', event: 'auckland-stargazing' },
  { person: 'amina', event: 'saopaulo-samba-roda' },
  { person: 'amina', event: 'mumbai-zine-bazaar' },
  { person: 'amina', event: 'berlin-synth-night' },
  { person: 'amina', event: 'paris-canal-petanque' },
  { person: 'maciej', event: 'berlin-typescript-evening' },
  { person: 'maciej', event: 'london-jollof-supper' },
  { person: 'maciej', event: 'kyiv-borshch-lab' },
  { person: 'ines', event: 'buenosaires-milonga' },
  { person: 'ines', event: 'warsaw-vinyl-swap' },
  { person: 'ines', event: 'cairo-calligraphy' },
  { person: 'mateo', event: 'nairobi-benga-night' },
  { person: 'mateo', event: 'lisbon-fado-vadio' },
  { person: 'mateo', event: 'seoul-hongdae-busking' },
  { person: 'hana', event: 'berlin-ausstellung-papier' },
  { person: 'hana', event: 'melbourne-data-viz' },
  { person: 'hana', event: 'nyc-indie-game-night' },
  { person: 'priya', event: 'seoul-ceramics' },
  { person: 'priya', event: 'tokyo-ramen-science' },
];

export const demoCircles: readonly {
  readonly owner: string;
  readonly name: string;
  readonly members: readonly string[];
}[] = [
  { owner: 'lena', name: 'Küchentisch', members: ['maciej', 'ines', 'amina', 'oksana'] },
  { owner: 'oksana', name: 'Книжковий клуб', members: ['lena', 'maciej', 'amina'] },
  { owner: 'amina', name: 'London-ish', members: ['ines', 'maciej', 'priya'] },
  { owner: 'ines', name: 'Família e amigos', members: ['lena', 'mateo', 'amina', 'maciej'] },
];

/** Invitations to the private demo events; `circles` are names of the organizer's circles. */
export const demoInvitations: readonly {
  readonly event: string;
  readonly circles: readonly string[];
  readonly people: readonly string[];
}[] = [
  { event: 'berlin-lena-birthday', circles: ['Küchentisch'], people: ['hana'] },
  { event: 'lisbon-wedding-rehearsal', circles: ['Família e amigos'], people: [] },
  { event: 'kyiv-book-club', circles: ['Книжковий клуб'], people: [] },
  { event: 'krakow-team-offsite', circles: [], people: ['hana', 'lena', 'oksana'] },
  { event: 'london-housewarming', circles: ['London-ish'], people: ['mateo'] },
  { event: 'tokyo-hana-farewell', circles: [], people: ['priya', 'mateo'] },
];

/** Seats, in the order of booking: what does not fit waits. */
export const demoBookings: readonly {
  readonly person: string;
  readonly event: string;
  readonly quantity: number;
}[] = [
  { person: 'lena', event: 'paris-night-bakers', quantity: 4 },
  { person: 'amina', event: 'paris-night-bakers', quantity: 4 },
  { person: 'hana', event: 'paris-night-bakers', quantity: 1 },
  { person: 'mateo', event: 'paris-night-bakers', quantity: 2 },
  { person: 'priya', event: 'seoul-ceramics', quantity: 6 },
  { person: 'mateo', event: 'seoul-ceramics', quantity: 2 },
  { person: 'lena', event: 'seoul-ceramics', quantity: 1 },
  { person: 'lena', event: 'kyiv-book-club', quantity: 4 },
  { person: 'maciej', event: 'kyiv-book-club', quantity: 3 },
  { person: 'lena', event: 'lisbon-azulejo-workshop', quantity: 2 },
  { person: 'lena', event: 'tokyo-printmaking', quantity: 2 },
  { person: 'maciej', event: 'berlin-typescript-evening', quantity: 1 },
];

/** What guests bring; `claims` are of people who are going. */
export const demoBringLists: readonly {
  readonly event: string;
  readonly items: readonly {
    readonly title: string;
    readonly quantity: number;
    readonly claims: Readonly<Record<string, number>>;
  }[];
}[] = [
  {
    event: 'berlin-lena-birthday',
    items: [
      { title: 'Kuchen', quantity: 2, claims: { ines: 1 } },
      { title: 'Salat', quantity: 3, claims: { maciej: 1 } },
      { title: 'Flaschen Sekt', quantity: 6, claims: { maciej: 2 } },
    ],
  },
  {
    event: 'berlin-repair-cafe',
    items: [
      { title: 'Lötkolben', quantity: 3, claims: {} },
      { title: 'Verlängerungskabel', quantity: 4, claims: {} },
    ],
  },
  {
    event: 'kyiv-borshch-lab',
    items: [
      { title: 'Буряк, кг', quantity: 5, claims: { maciej: 2 } },
      { title: 'Сметана', quantity: 2, claims: {} },
    ],
  },
  {
    event: 'tokyo-yoyogi-picnic',
    items: [
      { title: 'レジャーシート', quantity: 4, claims: { priya: 1 } },
      { title: 'おにぎり', quantity: 20, claims: { priya: 6 } },
    ],
  },
];
