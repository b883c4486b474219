const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** 100 given names from the countries whose plates the mock cards carry. */
export const FIRST_NAMES = words(`
  Anna Andreas Birgit Christian Claudia Daniel Elke Frank Heike Jan Jana Jens Julia Jürgen Karin Klaus Lena Markus Martina Matthias
  Michael Monika Nicole Peter Petra Sabine Sebastian Stefan Thomas Uwe Adrien Amélie Antoine Camille Chloé Élodie Émilie François Gérard Guillaume
  Hélène Jérôme Julien Laurent Léa Mathieu Nathalie Nicolas Olivier Sylvie Anouk Bas Daan Femke Joost Kees Lotte Maarten Marieke Pieter
  Ruben Sanne Sjoerd Thijs Willem Agnieszka Bartosz Ewa Grzegorz Joanna Katarzyna Krzysztof Małgorzata Paweł Tomasz Wojciech Zofia Bianca Davide Elena
  Giulia Lorenzo Marco Paolo Alois Franziska Josef Leopold Veronika Beat Reto Ursina Emma Oliver Sarah James Mehmet Ayşe Jiří Lucie
`)

/** 100 family names of one word each, so that the last space separates them from the given name. */
export const LAST_NAMES = words(`
  Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Krüger
  Hartmann Lange Krause Lehmann Köhler Vogt Jäger Winkler Brandt Schäfer Martin Bernard Dubois Moreau Laurent Lefèvre Girard Rousseau Fontaine Chevalier
  Lambert Mercier Garnier Perrin Lemoine Marchand Carpentier Renard Blanchard Colin Jansen Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks
  Dekker Dijkstra Kuipers Postma Hoekstra Peeters Claes Willems Goossens Wouters Nowak Kowalski Wiśniewski Wójcik Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski
  Gruber Huber Pichler Steiner Moser Egger Leitner Keller Brunner Baumann Zürcher Ammann Rossi Bianchi Ferrari Novák Dvořák Yılmaz Taylor Murphy
`)
