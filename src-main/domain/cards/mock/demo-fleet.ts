/**
 * The vehicles of the demo fleet, each as `plate | driver`; the first 34 have an active card, the last 8 an inactive
 * one.
 */
export const DEMO_VEHICLES = `
B-FL 2041 | Anna Berger
B-FL 2042 | Mehmet Yıldız
B-FL 2043 | Jan Hofmann
B-FL 2057 | Sabine Krüger
HH-TR 718 | Lars Petersen
HH-TR 719 | Julia Brandt
M-KX 4410 | Florian Huber
M-KX 4411 | Katharina Winkler
K-DS 902 | Thomas Schäfer
F-LK 3306 | Claudia Neumann
S-VB 1187 | Jürgen Vogt
D-PR 655 | Nadine Schröder
DO-GH 2290 | Paweł Wójcik
L-AM 480 | Kerstin Lehmann
DD-RN 1533 | Uwe Zimmermann
TÜ-EB 76 | Markus Köhler
GV-482-K | Daan de Vries
KT-917-P | Sanne van den Berg
8-XKR-53 | Joost Bakker
R-604-ZB | Femke Hendriks
FG-418-KM | Camille Moreau
GH-072-TR | Julien Lefèvre
EZ-935-LD | Élodie Garnier
DV-661-PB | Antoine Mercier
1-VHK-482 | Pieter Claes
2-BRN-017 | Lotte Peeters
W 482 KB | Alois Gruber
G 917 TL | Veronika Pichler
SL 305 HM | Stefan Egger
WA 48213 | Katarzyna Nowak
KR 09175 | Tomasz Zieliński
ZH 418 552 | Reto Ammann
BE 93 417 | Ursina Zürcher
5A8 4172 | Jiří Dvořák
B-FL 2044 | Klaus Richter
HH-TR 720 | Heike Lange
K-DS 903 | Stefan Wolf
GV-483-K | Ruben Dijkstra
GJ-250-SN | Nathalie Perrin
1-VHK-483 | Maarten Willems
PO 7K214 | Małgorzata Kamińska
VD 201 774 | Laurent Rochat
`
  .trim()
  .split('\n')
  .map((line) => {
    const [licensePlate = '', driver = ''] = line.split(' | ')
    return { licensePlate, driver }
  })

/** Days until the soon-to-expire cards expire, by position in the fleet; all others are valid for a year or longer. */
export const DEMO_EXPIRY_DAYS: ReadonlyMap<number, number> = new Map([
  [4, 5],
  [11, 17],
  [20, 26],
  [27, 41],
  [36, 55],
  [8, 68],
  [31, 84],
])

/** The one card whose last change the provider refused, and the provider's message. */
export const DEMO_FAILURE = {
  position: 12,
  message: 'Card is blocked at the provider after three wrong PIN entries (code 4031)',
}
