// A text in an encoding that is not weighed, or in a language that no model knows: read rightly or not certain.

import PliantBase

import TestSupport
import Testing

@testable import PliantText

@Suite struct EncodingRefutationTests {
  private static let strangers: [(encoding: String, text: String)] = [
    (
      "IBM1125",
      "Файл не знайдено. Натисніть будь-яку клавішу, щоб продовжити їхнє встановлення; ґанок, єдність."
    ),
    (
      "KZ-1048",
      "Файл табылмады. Жалғастыру үшін кез келген пернені басыңыз; өтініш, қайта көріңіз, рұқсат жоқ."
    ),
    ("PTCP154", "Файл табылмады. Жалғастыру үшін кез келген пернені басыңыз; қайта көріңіз"),
    (
      "IBM860",
      "Não é possível abrir o arquivo. Selecione outra pasta e tente novamente; a operação será concluída."
    ),
    (
      "ISO-8859-10",
      "Fiila ii gávdnon. Vállje eará máhpa ja geahččal ođđasit; sámegiella, čálli, boađus, Áŋŋel."
    ),
    ("GEORGIAN-PS", "ფაილი ვერ მოიძებნა. სცადეთ ხელახლა"),
    // A sign inside a word, a final sigma inside one, and few letters of a rare set.
    ("IBM1125", "5. Коли призвичаїтесь вставляти текст -\n"),
    ("x-mac-greek", "2. Τώρα πατήστε το ! (θαυμαστικό). Αυτό\n"),
    ("IBM860", "5. Desça o cursor até a Lição 1.3.\n**\n"),
    ("GEORGIAN-ACADEMY", "ფაილი ვერ მოიძებნა. სცადეთ ხელახლა. აირჩიეთ სხვა საქაღალდე და დააჭირეთ ღილაკს."),
    // Quotation marks and dashes in place of letters, lines inside words, and letters of another language.
    (
      "x-mac-icelandic",
      "Fyrirspurn hefur verið breytt, það er ekki skráð á þessum lista, svo að þú getur beðið."
    ),
    ("KOI8-T", "Маълумоти бештар дар режими танзимдарорӣ, бо фаъолсозии он; ҳамаи объектҳо ва ҷадвалҳо."),
    ("PTCP154", "Истифодабар шакли дурусти рӯзро дорад, аммо вай мавҷуд нест ва ҳамаи онҳо бекор шуданд."),
    ("IBM775", "Eksempel: “/om/kontakt/”. Vær opmærksom på, at der skal være en skråstreg først i adressen."),
    ("IBM1026", "Dosya bulunamadı. Devam etmek için bir tuşa basın, şimdi değiştirildi ve öğe silindi."),
    (
      "IBM273", "Selecciona otra carpeta: no se encontró el año, la contraseña ni la dirección señalada aquí."
    ),
    ("EUC-TW", "找不到檔案。請選擇另一個資料夾並再試一次，或者按任意鍵繼續安裝程式。"),
    (
      "EUC-JIS-2004",
      "Faites glisser le lien vers la barre de vos marque-pages préférés, s’il a été créé déjà."
    ),
    ("ARMSCII-8", "Ֆայլը չի գտնվել։ Ընտրեք այլ թղթապանակ և կրկին փորձեք, կամ սեղմեք որևէ ստեղն։"),
    ("IBM862", "הקובץ לא נמצא. הקש על מקש כלשהו להמשך. נסה שוב מאוחר יותר."),
  ]

  @Test func strangersAreNotRewritten() async throws {
    try await forEachRow(of: Self.strangers) { row in
      let bytes = try EncodingDetectorTests.encode(row.text, #require(TextEncoding(name: row.encoding)))
      let verdict = bytes.withByteView { EncodingDetector.judge($0) }
      let certain = bytes.withByteView { EncodingCertainty.encoding(of: verdict, in: $0) }
      if let certain { #expect(EncodingDetectorTests.decode(bytes, certain) == row.text, "\(certain)") }
      if verdict.confidence >= 0.9 {
        #expect(EncodingDetectorTests.decode(bytes, verdict.encoding) == row.text, "\(verdict.encoding)")
      }
    }
  }

  private static let known: [(encoding: String, text: String)] = [
    (
      "windows-1251",
      "Файл не найден. Нажмите любую клавишу, чтобы продолжить установку программы на этот компьютер."
    ),
    (
      "KOI8-R",
      "Файл не найден. Нажмите любую клавишу, чтобы продолжить установку программы на этот компьютер."
    ),
    (
      "windows-1250",
      "Soubor nebyl nalezen. Zkontrolujte prosím, že jste správně napsali jeho název, a zkuste to později ještě jednou."
    ),
    (
      "macintosh",
      "La prévisualisation n’a pas été trouvée : vérifiez que l’élément sélectionné est bien présent."
    ),
    (
      "windows-1252",
      "Größe und Änderungsdatum können nicht geprüft werden, weil das Verzeichnis schreibgeschützt ist."
    ),
    ("windows-1253", "Το αρχείο δεν βρέθηκε. Πατήστε οποιοδήποτε πλήκτρο για να συνεχίσετε την εγκατάσταση."),
    ("windows-1255", "הקובץ לא נמצא. הקש על מקש כלשהו להמשך. נסה שוב מאוחר יותר."),
    // Quotation marks alone, in a language whose letters other sets have in their places.
    (
      "windows-1252",
      "Houd ‘Control’, of ‘Command’ op een Mac, ingedrukt om meerdere items te selecteren. Waarde van ‘’ in foto’s."
    ),
    (
      "IBM866",
      "Файл не найден. Нажмите любую клавишу, чтобы продолжить установку программы на этот компьютер."
    ),
  ]

  @Test func knownTextsAreCertain() async throws {
    try await forEachRow(of: Self.known) { row in
      let bytes = try EncodingDetectorTests.encode(row.text, #require(TextEncoding(name: row.encoding)))
      let certain = bytes.withByteView { EncodingCertainty.encoding(of: EncodingDetector.judge($0), in: $0) }
      #expect(try EncodingDetectorTests.decode(bytes, #require(certain)) == row.text)
    }
  }
}
