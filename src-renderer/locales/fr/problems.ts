import type { problems as english } from '../en/problems.ts'

export const problems = {
  'problem.required': 'Cette information est requise.',
  'problem.not_text': 'Saisissez un texte.',
  'problem.wrong_form': 'Ce n’est pas au format attendu.',
  'problem.unknown_value': 'Cette valeur n’est pas admise ici.',
  'problem.control_characters': 'Les caractères de contrôle ne sont pas admis ici.',
  'problem.direction_characters':
    'Les retours à la ligne et les caractères de contrôle ou de direction ne sont pas admis ici.',
  'problem.visible_ascii': 'Seuls des caractères ASCII visibles, sans espaces, sont admis ici.',
  'problem.too_short': 'Saisissez au moins {{minimum}} caractères.',
  'problem.too_long': 'Saisissez au plus {{maximum}} caractères.',
  'problem.not_a_number': 'Saisissez un nombre.',
  'problem.not_a_whole_number': 'Saisissez un nombre entier.',
  'problem.too_small': 'La valeur minimale est {{minimum}}.',
  'problem.too_large': 'La valeur maximale est {{maximum}}.',
  'problem.too_many': 'Il ne peut pas y en avoir plus de {{maximum}}.',
  'problem.not_a_date': 'Saisissez une date et une heure.',
  'problem.time_past': 'Choisissez un moment à venir.',
  'problem.time_too_far': 'Choisissez un moment dans les {{years}} prochaines années.',

  'problem.url_form': 'Ce n’est pas une adresse complète comme https://example.com/chemin.',
  'problem.url_not_https': 'L’adresse doit commencer par https://.',
  'problem.url_credentials': 'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'problem.url_fragment': 'L’adresse ne doit pas contenir « # ».',
  'problem.url_query': 'L’adresse ne doit contenir ni « ? » ni « # ».',
  'problem.url_http_elsewhere': 'L’adresse doit commencer par https:// ; http:// n’est admis que pour cet ordinateur.',
  'problem.url_http_while_open':
    'http:// vers cet ordinateur n’est admis que si le service n’écoute que sur cet ordinateur.',
  'problem.url_own_port': 'L’adresse ne doit pas renvoyer vers ce service.',
  'problem.url_this_machine':
    'L’adresse ne doit pas mener à cet ordinateur, sauf si son réseau figure dans les réglages, sous « Destinations privées autorisées ».',
  'problem.url_private':
    'L’adresse ne doit pas mener à un réseau privé ou réservé, sauf s’il figure dans les réglages, sous « Destinations privées autorisées ».',

  'problem.no_events': 'Choisissez au moins un événement.',
  'problem.event_twice': 'Un événement figure plusieurs fois.',
  'problem.event_unknown': 'Cet événement n’existe pas.',
  'problem.event_not_chosen': 'Le webhook n’envoie pas « {{event}} ».',
  'problem.schedule_without_events': 'Tant que la planification est active, il lui faut au moins un événement.',
  'problem.too_long_ago': 'Cela remonte à plus de {{days}} jours.',

  'problem.network_form': '« {{text}} » n’est pas un réseau comme 10.20.0.0/16 ou fd00::/8.',
  'problem.origin_form': '« {{text}} » n’est pas une origine comme https://fleet.example.',
  'problem.private_key': 'Ceci contient une clé privée. N’indiquez que les certificats.',
  'problem.certificates_form': 'Saisissez des certificats au format PEM (-----BEGIN CERTIFICATE-----).',
  'problem.name_differs': 'Ce n’est pas le nom du projet, « {{name}} ».',
  'problem.key_revoked': 'La clé est révoquée. Créez-en une nouvelle.',
  'problem.unknown_code': 'Aucun appareil n’affiche ce code. Il date peut-être de plus de 10 minutes.',
  'problem.service_address': 'Saisissez l’adresse du service, par exemple https://fleet.example.',
  'problem.email_taken': 'Quelqu’un a déjà cette adresse e-mail.',
  'problem.person_suspended': 'Cette personne est suspendue. Rétablissez d’abord son accès.',
  'problem.administrator_first':
    'Il faut d’abord un administrateur avec une adresse e-mail et un moyen de connexion. Donnez-les-vous, ou invitez un administrateur.',
  'problem.too_many_views': 'Il y a déjà {{maximum}} vues. Supprimez-en d’abord une.',

  'problem.folder_unreadable': 'Indiquez le chemin complet d’un dossier existant et lisible.',
  'problem.folder_not_allowed': 'Choisissez l’un des dossiers autorisés par l’administrateur du service.',
  'problem.mail_unprotected': 'Un mot de passe n’est envoyé que par une connexion protégée.',
  'problem.no_approval_needed': 'Cela ne demande aucune approbation.',
  'problem.mail_no_address': 'Votre profil n’a pas d’adresse e-mail.',
  'problem.credentials_required': 'Les identifiants manquent.',
  'problem.credentials_of_other_host': 'L’adresse mène à un autre serveur. Saisissez à nouveau les identifiants.',
  'problem.no_provider': 'Aucun fournisseur n’est connecté à ce projet.',
  'problem.no_gateway': 'Aucune passerelle n’est connectée. Connectez-en d’abord une.',
  'problem.files_by_hand': 'Les exports de ce fournisseur s’importent à la main. Importez-en un.',
  'problem.run_under_way': 'Une autre synchronisation ou un autre import de ce projet est en cours. Réessayez ensuite.',
  'problem.nothing_refused': 'Aucune modification de cette carte n’a été refusée ou abandonnée.',
  'problem.nothing_differs': 'Aucun écart avec le fournisseur n’est connu. Synchronisez d’abord.',
  'problem.job_running': 'La tâche est encore en cours.',
  'problem.nothing_to_retry': 'Rien dans cette tâche ne peut être réessayé.',
  'problem.choice_changed': 'Les cartes concernées ont changé depuis l’aperçu. Vérifiez le nouvel aperçu.',
  'problem.driver_has_cards':
    'Ce conducteur a encore des cartes ({{cards}}). Attribuez-les d’abord à un autre conducteur. Rien n’a été effacé.',

  'problem.password_guessable': 'Ce mot de passe est facile à deviner. Prenez plusieurs mots sans rapport entre eux.',
  'problem.too_many_attempts': 'Trop de tentatives. Réessayez dans {{seconds}} s.',
  'problem.passkey_without_host': 'Les clés d’accès ne fonctionnent qu’à l’adresse publique d’un service.',
  'problem.password_wrong': 'Ce n’est pas votre mot de passe actuel.',
  'problem.code_wrong': 'Ce code est faux ou a déjà servi.',
  'problem.last_credential': 'Il ne vous resterait aucun moyen de vous connecter.',
  'problem.second_factor_exists': 'Vous avez déjà une application d’authentification. Retirez-la d’abord.',
  'problem.second_factor_required': 'Ce service exige un second facteur.',
  'problem.issuer_form': 'Saisissez une adresse comme https://login.example.',
  'problem.issuer_silent':
    'Aucun fournisseur d’identité ne répond à cette adresse, ou il se nomme autrement. Vérifiez l’orthographe, jusqu’au dernier « / ».',

  'problem.backup_missing': 'Cette sauvegarde n’est plus dans le dossier des sauvegardes.',
  'problem.backup_damaged': 'Cette sauvegarde est incomplète ou endommagée. Rien n’a été restauré.',
  'problem.backup_unsealed': 'Le sceau de cette sauvegarde manque ou est faux. Rien n’a été restauré.',
  'problem.passphrase_required':
    'Cette sauvegarde est chiffrée. Saisissez la phrase secrète avec laquelle elle a été faite. Rien n’a été restauré.',
  'problem.passphrase_wrong': 'Ce n’est pas la phrase secrète de cette sauvegarde. Rien n’a été restauré.',
  'problem.passphrase_without_key':
    'Cette sauvegarde a été faite sans phrase secrète et ne contient pas de clé de données. Rien n’a été restauré.',
  'problem.passphrase_short': 'La phrase secrète doit avoir au moins {{minimum}} caractères.',

  'problem.file_missing': 'Le fichier n’existe plus. Choisissez-le à nouveau.',
  'problem.file_unreadable': 'Le fichier ne peut pas être lu. Choisissez-le à nouveau.',
  'problem.file_unwritable': 'Le fichier ne peut pas être écrit.',
  'problem.file_gone': 'Le service n’a plus le fichier. Recommencez.',
  'problem.file_empty': 'Le fichier est vide.',
  'problem.file_no_table': 'Le fichier n’est ni un CSV ni un XLSX.',
  'problem.file_old_excel':
    'Le fichier est un ancien fichier Excel (.xls) ou protégé par un mot de passe. Enregistrez-le en .xlsx ou en CSV sans mot de passe.',
  'problem.file_pdf': 'Le fichier est un document PDF. Demandez au fournisseur un export en CSV ou en XLSX.',
  'problem.file_markup':
    'Le fichier est une page web ou du XML, même si son nom indique Excel. Ouvrez-le dans Excel et enregistrez-le en .xlsx ou en CSV.',
  'problem.file_xlsb': 'Le fichier est un fichier Excel binaire (.xlsb). Enregistrez-le en .xlsx ou en CSV.',
  'problem.file_archive':
    'Le fichier est une archive, mais pas un classeur Excel. Choisissez un fichier qui se termine par .xlsx ou .csv.',
  'problem.file_damaged': 'Le fichier est endommagé et ne peut pas être lu.',
  'problem.file_names_no_card': 'Le fichier ne contient aucune carte.',
  'problem.file_too_many_rows': 'Le fichier a trop de lignes ; la limite est de {{maximum}} à la fois.',
  'problem.list_lacks_cards':
    'Il manque à la liste {{missing}} des cartes connues, plus d’un cinquième. Aucune n’a été marquée comme disparue. Vérifiez que la liste est celle du bon compte client.',

  'problem.xlsx_damaged':
    'Le fichier Excel est endommagé ou incomplet. Ouvrez-le dans Excel et enregistrez-le à nouveau, ou enregistrez la feuille en CSV.',
  'problem.xlsx_too_large':
    'Le fichier Excel dépasse {{megabytes}} Mo. Enregistrez la feuille en CSV, dont la taille est libre.',
  'problem.xlsx_unpacks_too_large':
    'Une fois décompressé, le fichier Excel dépasse {{megabytes}} Mo. Enregistrez la feuille en CSV.',
  'problem.xlsx_memory': 'Le fichier Excel demande trop de mémoire. Enregistrez la feuille en CSV.',
  'problem.sheet_damaged':
    'La feuille ne peut pas être lue. Ouvrez le fichier dans Excel et enregistrez-le à nouveau, ou enregistrez la feuille en CSV.',
  'problem.sheet_unknown': 'Le fichier n’a pas de feuille « {{sheet}} ».',
  'problem.sheet_too_many_rows':
    'La feuille a plus de {{maximum}} lignes. Supprimez celles qui sont vides sous le tableau, ou enregistrez la feuille en CSV.',
  'problem.sheet_too_many_columns':
    'La feuille a trop de colonnes pour autant de lignes. Supprimez celles qui sont vides à côté du tableau, ou enregistrez la feuille en CSV.',
  'problem.cell_too_long': 'Une cellule Excel contient au plus {{maximum}} caractères. Exportez en CSV.',
  'problem.table_too_many_rows': 'Plus de {{maximum}} lignes, c’est trop pour un fichier Excel. Exportez en CSV.',
  'problem.table_too_large': 'Le tableau est trop grand pour un fichier Excel. Exportez en CSV.',

  'problem.csv_quote_open': 'Un guillemet n’est jamais refermé, vers la ligne {{line}}.',
  'problem.csv_row_too_long':
    'Une ligne dépasse {{kilobytes}} ko, vers la ligne {{line}}. Peut-être un guillemet n’est-il jamais refermé.',
  'problem.csv_damaged': 'Le fichier ne peut pas être lu comme CSV, vers la ligne {{line}}.',
  'problem.csv_delimiter': 'Le séparateur doit être un seul caractère.',
  'problem.encoding_unknown': 'L’encodage « {{encoding}} » n’est pas pris en charge.',

  'problem.header_unknown':
    'Aucun en-tête n’a été reconnu dans les {{lines}} premières lignes. Une ligne doit nommer les colonnes, avec un titre comme « Numéro de carte ».',
  'problem.column_unknown': 'Il n’y a pas de colonne « {{column}} ».',
  'problem.column_number_unknown': 'Il n’y a pas de colonne {{column}} : le fichier en a {{columns}}.',
  'problem.column_ambiguous': 'Plusieurs colonnes s’appellent « {{column}} ».',
  'problem.column_for_two_fields':
    'La colonne « {{column}} » ne peut pas être à la fois « {{other}} » et « {{field}} ».',
  'problem.columns_for_one_field': 'Plusieurs colonnes semblent être « {{field}} » : {{columns}}. Choisissez-en une.',
  'problem.no_card_number_column': 'Aucune colonne n’a été reconnue comme numéro de carte. Choisissez-la.',
} as const satisfies Record<keyof typeof english, string>
