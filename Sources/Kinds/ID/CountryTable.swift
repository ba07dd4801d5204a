/// The countries of ISO 3166-1 with ICAO Doc 9303's exceptions (Part 3, section 5), one a line: three-letter code, names
/// as documents print them, and words for their nationals; upper or lower case, accents left out.
enum CountryTable {
    static let rows = """
        AFG|Afghanistan|Afghan
        ALA|Aland Islands|
        ALB|Albania;Shqiperia;Republika e Shqiperise;Republic of Albania|Albanian;Shqiptare
        DZA|Algeria;Algerie;Republique Algerienne|Algerian;Algerienne;Algerien
        ASM|American Samoa|
        AND|Andorra;Principat d'Andorra|Andorran;Andorrana
        AGO|Angola;Republica de Angola|Angolan;Angolana
        AIA|Anguilla|
        ATA|Antarctica|
        ATG|Antigua and Barbuda|
        ARG|Argentina;Republica Argentina|Argentine;Argentinian
        ARM|Armenia;Republic of Armenia|Armenian
        ABW|Aruba|
        AUS|Australia|Australian
        AUT|Austria;Oesterreich;Osterreich;Republik Osterreich;Republic of Austria|Austrian;Osterreich
        AZE|Azerbaijan;Azerbaycan;Republic of Azerbaijan|Azerbaijani
        BHS|Bahamas;Commonwealth of the Bahamas|Bahamian
        BHR|Bahrain;Kingdom of Bahrain|Bahraini
        BGD|Bangladesh;People's Republic of Bangladesh|Bangladeshi
        BRB|Barbados|Barbadian
        BLR|Belarus;Republic of Belarus|Belarusian
        BEL|Belgium;Belgique;Belgie;Belgien;Royaume de Belgique;Koninkrijk Belgie|Belgian;Belge;Belg
        BLZ|Belize|Belizean
        BEN|Benin;Republique du Benin|Beninese;Beninoise
        BMU|Bermuda|
        BTN|Bhutan;Kingdom of Bhutan|Bhutanese
        BOL|Bolivia;Estado Plurinacional de Bolivia|Bolivian;Boliviana
        BES|Bonaire, Sint Eustatius and Saba|
        BIH|Bosnia and Herzegovina;Bosna i Hercegovina|Bosnian
        BWA|Botswana;Republic of Botswana|Motswana
        BVT|Bouvet Island|
        BRA|Brazil;Brasil;Republica Federativa do Brasil|Brazilian;Brasileira;Brasileiro;Brasileiro(a)
        IOT|British Indian Ocean Territory|
        BRN|Brunei;Brunei Darussalam|Bruneian
        BGR|Bulgaria;Republic of Bulgaria;Republika Bulgaria|Bulgarian
        BFA|Burkina Faso|Burkinabe
        BDI|Burundi;Republique du Burundi|Burundian
        CPV|Cabo Verde;Cape Verde;Republica de Cabo Verde|Cabo Verdean;Caboverdiana
        KHM|Cambodia;Kingdom of Cambodia|Cambodian
        CMR|Cameroon;Cameroun;Republic of Cameroon;Republique du Cameroun|Cameroonian;Camerounaise
        CAN|Canada|Canadian;Canadienne;Canadian/Canadienne
        CYM|Cayman Islands|
        CAF|Central African Republic;Republique Centrafricaine|Centrafricaine
        TCD|Chad;Tchad;Republique du Tchad|Chadian;Tchadienne
        CHL|Chile;Republica de Chile|Chilean;Chilena
        CHN|China;People's Republic of China|Chinese
        CXR|Christmas Island|
        CCK|Cocos (Keeling) Islands|
        COL|Colombia;Republica de Colombia|Colombian;Colombiana;Colombiano
        COM|Comoros;Union des Comores|Comorian
        COG|Congo;Republique du Congo;Republic of the Congo|Congolese;Congolaise
        COD|Democratic Republic of the Congo;Republique Democratique du Congo|
        COK|Cook Islands|
        CRI|Costa Rica;Republica de Costa Rica|Costa Rican;Costarricense
        CIV|Cote d'Ivoire;Ivory Coast;Republique de Cote d'Ivoire|Ivorian;Ivoirienne
        HRV|Croatia;Hrvatska;Republika Hrvatska;Republic of Croatia|Croatian;Hrvatsko
        CUB|Cuba;Republica de Cuba|Cuban;Cubana
        CUW|Curacao|
        CYP|Cyprus;Kypros;Kibris;Republic of Cyprus|Cypriot
        CZE|Czechia;Czech Republic;Ceska Republika;Cesko|Czech;Ceska republika
        DNK|Denmark;Danmark;Kongeriget Danmark;Kingdom of Denmark|Danish;Dansk
        DJI|Djibouti;Republique de Djibouti|Djiboutian
        DMA|Dominica;Commonwealth of Dominica|
        DOM|Dominican Republic;Republica Dominicana|Dominican;Dominicana
        ECU|Ecuador;Republica del Ecuador|Ecuadorian;Ecuatoriana
        EGY|Egypt;Arab Republic of Egypt|Egyptian
        SLV|El Salvador;Republica de El Salvador|Salvadoran;Salvadorena
        GNQ|Equatorial Guinea;Guinea Ecuatorial;Republica de Guinea Ecuatorial|Ecuatoguineana
        ERI|Eritrea;State of Eritrea|Eritrean
        EST|Estonia;Eesti;Eesti Vabariik;Republic of Estonia|Estonian
        SWZ|Eswatini;Swaziland;Kingdom of Eswatini|Swazi
        ETH|Ethiopia;Federal Democratic Republic of Ethiopia|Ethiopian
        FLK|Falkland Islands|
        FRO|Faroe Islands;Foroyar|
        FJI|Fiji;Republic of Fiji|Fijian
        FIN|Finland;Suomi;Republic of Finland;Suomi Finland|Finnish;Suomi/Finland
        FRA|France;Republique Francaise;Frankreich;Francia|French;Francaise;Francais
        GUF|French Guiana|
        PYF|French Polynesia|
        ATF|French Southern Territories|
        GAB|Gabon;Republique Gabonaise|Gabonese;Gabonaise
        GMB|Gambia;Republic of the Gambia|Gambian
        GEO|Georgia;Sakartvelo|Georgian
        D|Germany;Deutschland;Bundesrepublik Deutschland;Federal Republic of Germany;Allemagne;Alemania|German;Deutsch
        GHA|Ghana;Republic of Ghana|Ghanaian
        GIB|Gibraltar|
        GRC|Greece;Hellas;Hellenic Republic;Elliniki Dimokratia|Greek;Hellenic;Elliniki
        GRL|Greenland|
        GRD|Grenada|Grenadian
        GLP|Guadeloupe|
        GUM|Guam|
        GTM|Guatemala;Republica de Guatemala|Guatemalan;Guatemalteca
        GGY|Guernsey;Bailiwick of Guernsey|
        GIN|Guinea;Guinee;Republique de Guinee|Guinean;Guineenne
        GNB|Guinea-Bissau;Republica da Guine-Bissau|
        GUY|Guyana;Co-operative Republic of Guyana|Guyanese
        HTI|Haiti;Republique d'Haiti;Repiblik d Ayiti|Haitian;Haitienne
        HMD|Heard Island and McDonald Islands|
        VAT|Holy See;Vatican City;Citta del Vaticano;Stato della Citta del Vaticano|
        HND|Honduras;Republica de Honduras|Honduran;Hondurena
        HKG|Hong Kong|
        HUN|Hungary;Magyarorszag;Magyar Koztarsasag|Hungarian;Magyar
        ISL|Iceland;Island|Icelandic;Islenskt;Islenskur
        IND|India;Republic of India;Bharat|Indian
        IDN|Indonesia;Republik Indonesia;Republic of Indonesia|Indonesian
        IRN|Iran;Islamic Republic of Iran|Iranian
        IRQ|Iraq;Republic of Iraq|Iraqi
        IRL|Ireland;Eire|Irish;Eireannach
        IMN|Isle of Man|
        ISR|Israel;State of Israel|Israeli
        ITA|Italy;Italia;Repubblica Italiana;Italien;Italie|Italian;Italiana;Italiano
        JAM|Jamaica|Jamaican
        JPN|Japan|Japanese
        JEY|Jersey;Bailiwick of Jersey|
        JOR|Jordan;Hashemite Kingdom of Jordan|Jordanian
        KAZ|Kazakhstan;Republic of Kazakhstan;Qazaqstan|Kazakh
        KEN|Kenya;Republic of Kenya;Jamhuri ya Kenya|Kenyan
        KIR|Kiribati|
        PRK|Democratic People's Republic of Korea|
        KOR|Republic of Korea;South Korea|Korean
        KWT|Kuwait;State of Kuwait|Kuwaiti
        KGZ|Kyrgyzstan;Kyrgyz Republic|Kyrgyz
        LAO|Lao People's Democratic Republic;Laos|Lao
        LVA|Latvia;Latvija;Latvijas Republika;Republic of Latvia|Latvian;Latvijas
        LBN|Lebanon;Liban;Republique Libanaise;Lebanese Republic|Lebanese;Libanaise
        LSO|Lesotho;Kingdom of Lesotho|Mosotho
        LBR|Liberia;Republic of Liberia|Liberian
        LBY|Libya;State of Libya|Libyan
        LIE|Liechtenstein;Furstentum Liechtenstein;Fuerstentum Liechtenstein|
        LTU|Lithuania;Lietuva;Lietuvos Respublika;Republic of Lithuania|Lithuanian;Lietuvos
        LUX|Luxembourg;Luxemburg;Letzebuerg;Grand-Duche de Luxembourg|Luxembourgish;Luxembourgeoise
        MAC|Macao|
        MDG|Madagascar;Repoblikan'i Madagasikara|Malagasy
        MWI|Malawi;Republic of Malawi|Malawian
        MYS|Malaysia|Malaysian
        MDV|Maldives;Republic of Maldives|Maldivian
        MLI|Mali;Republique du Mali|Malian;Malienne
        MLT|Malta;Republic of Malta;Repubblika ta' Malta|Maltese
        MHL|Marshall Islands|
        MTQ|Martinique|
        MRT|Mauritania;Republique Islamique de Mauritanie|Mauritanian
        MUS|Mauritius;Republic of Mauritius|Mauritian
        MYT|Mayotte|
        MEX|Mexico;Estados Unidos Mexicanos|Mexican;Mexicana;Mexicano
        FSM|Federated States of Micronesia;Micronesia|
        MDA|Moldova;Republica Moldova;Republic of Moldova|Moldovan
        MCO|Monaco;Principaute de Monaco|Monegasque
        MNG|Mongolia|Mongolian
        MNE|Montenegro;Crna Gora|Montenegrin;Crnogorsko
        MSR|Montserrat|
        MAR|Morocco;Maroc;Royaume du Maroc;Kingdom of Morocco|Moroccan;Marocaine
        MOZ|Mozambique;Republica de Mocambique|Mozambican;Mocambicana
        MMR|Myanmar;Republic of the Union of Myanmar|
        NAM|Namibia;Republic of Namibia|Namibian
        NRU|Nauru|
        NPL|Nepal|Nepalese;Nepali
        NLD|Netherlands;Nederland;Koninkrijk der Nederlanden;Kingdom of the Netherlands|Dutch;Nederlandse
        NCL|New Caledonia|
        NZL|New Zealand;Aotearoa|
        NIC|Nicaragua;Republica de Nicaragua|Nicaraguan;Nicaraguense
        NER|Niger;Republique du Niger|Nigerien;Nigerienne
        NGA|Nigeria;Federal Republic of Nigeria|Nigerian
        NIU|Niue|
        NFK|Norfolk Island|
        MKD|North Macedonia;Severna Makedonija|Macedonian
        MNP|Northern Mariana Islands|
        NOR|Norway;Norge;Noreg;Kongeriket Norge|Norwegian;Norsk
        OMN|Oman;Sultanate of Oman|Omani
        PAK|Pakistan;Islamic Republic of Pakistan|Pakistani
        PLW|Palau|
        PSE|State of Palestine;Palestine|Palestinian
        PAN|Panama;Republica de Panama|Panamanian;Panamena
        PNG|Papua New Guinea|
        PRY|Paraguay;Republica del Paraguay|Paraguayan;Paraguaya
        PER|Peru;Republica del Peru|Peruvian;Peruana
        PHL|Philippines;Republic of the Philippines;Republika ng Pilipinas;Pilipinas|Filipino
        PCN|Pitcairn|
        POL|Poland;Polska;Rzeczpospolita Polska;Republic of Poland|Polish;Polskie
        PRT|Portugal;Republica Portuguesa|Portuguese;Portuguesa
        PRI|Puerto Rico|
        QAT|Qatar;State of Qatar|Qatari
        REU|Reunion|
        ROU|Romania;Roumanie|Romanian;Romana;Romana/Romanian
        RUS|Russian Federation;Russia|Russian
        RWA|Rwanda;Republic of Rwanda|Rwandan
        BLM|Saint Barthelemy|
        SHN|Saint Helena, Ascension and Tristan da Cunha|
        KNA|Saint Kitts and Nevis|
        LCA|Saint Lucia|Saint Lucian
        MAF|Saint Martin|
        SPM|Saint Pierre and Miquelon|
        VCT|Saint Vincent and the Grenadines|Vincentian
        WSM|Samoa|Samoan
        SMR|San Marino;Repubblica di San Marino|Sammarinese
        STP|Sao Tome and Principe|
        SAU|Saudi Arabia;Kingdom of Saudi Arabia|Saudi
        SEN|Senegal;Republique du Senegal|Senegalese;Senegalaise
        SRB|Serbia;Republika Srbija;Srbija;Republic of Serbia|Serbian;Srpsko
        SYC|Seychelles;Republic of Seychelles|Seychellois
        SLE|Sierra Leone;Republic of Sierra Leone|Sierra Leonean
        SGP|Singapore;Republic of Singapore|Singaporean;Singapore Citizen
        SXM|Sint Maarten|
        SVK|Slovakia;Slovenska Republika;Slovensko;Slovak Republic|Slovak;Slovenska republika
        SVN|Slovenia;Slovenija;Republika Slovenija;Republic of Slovenia|Slovenian;Slovensko drzavljanstvo
        SLB|Solomon Islands|
        SOM|Somalia|Somali
        ZAF|South Africa;Republic of South Africa|South African
        SGS|South Georgia and the South Sandwich Islands|
        SSD|South Sudan;Republic of South Sudan|South Sudanese
        ESP|Spain;Espana;Reino de Espana;Espagne;Spanien|Spanish;Espanola
        LKA|Sri Lanka;Democratic Socialist Republic of Sri Lanka|Sri Lankan
        SDN|Sudan;Republic of the Sudan|Sudanese
        SUR|Suriname;Republiek Suriname|Surinamese
        SJM|Svalbard and Jan Mayen|
        SWE|Sweden;Sverige;Konungariket Sverige;Kingdom of Sweden|Swedish;Svensk
        CHE|Switzerland;Schweiz;Suisse;Svizzera;Svizra;Schweizerische Eidgenossenschaft;Confederation Suisse;Swiss Confederation|Swiss
        SYR|Syrian Arab Republic;Syria|Syrian
        TWN|Taiwan;Republic of China|Taiwanese
        TJK|Tajikistan;Republic of Tajikistan|Tajik
        TZA|Tanzania;United Republic of Tanzania|Tanzanian
        THA|Thailand;Kingdom of Thailand|Thai
        TLS|Timor-Leste;Republica Democratica de Timor-Leste|Timorese
        TGO|Togo;Republique Togolaise|Togolese;Togolaise
        TKL|Tokelau|
        TON|Tonga;Kingdom of Tonga|Tongan
        TTO|Trinidad and Tobago;Republic of Trinidad and Tobago|Trinidadian
        TUN|Tunisia;Tunisie;Republique Tunisienne|Tunisian;Tunisienne
        TUR|Turkey;Turkiye;Turkiye Cumhuriyeti;Republic of Turkey;Republic of Turkiye|Turkish
        TKM|Turkmenistan|Turkmen
        TCA|Turks and Caicos Islands|
        TUV|Tuvalu|
        UGA|Uganda;Republic of Uganda|Ugandan
        UKR|Ukraine;Ukraina|Ukrainian
        ARE|United Arab Emirates|Emirati
        GBR|United Kingdom;United Kingdom of Great Britain and Northern Ireland;Great Britain|British Citizen;British
        USA|United States of America;United States;Estados Unidos|American;U.S. Citizen
        UMI|United States Minor Outlying Islands|
        URY|Uruguay;Republica Oriental del Uruguay|Uruguayan;Uruguaya
        UZB|Uzbekistan;Republic of Uzbekistan;O'zbekiston|Uzbek
        VUT|Vanuatu;Republic of Vanuatu|
        VEN|Venezuela;Republica Bolivariana de Venezuela|Venezuelan;Venezolana
        VNM|Viet Nam;Vietnam;Socialist Republic of Viet Nam|Vietnamese
        VGB|British Virgin Islands|
        VIR|U.S. Virgin Islands|
        WLF|Wallis and Futuna|
        ESH|Western Sahara|
        YEM|Yemen;Republic of Yemen|Yemeni
        ZMB|Zambia;Republic of Zambia|Zambian
        ZWE|Zimbabwe;Republic of Zimbabwe|Zimbabwean
        GBD||British Overseas Territories Citizen
        GBN||British National (Overseas)
        GBO||British Overseas Citizen
        GBP||British Protected Person
        GBS||British Subject
        RKS|Kosovo;Republika e Kosoves;Republic of Kosovo|Kosovar
        EUE|European Union|
        UNO|United Nations|
        UNA|United Nations Agency|
        UNK|United Nations Interim Administration Mission in Kosovo|
        XBA|African Development Bank|
        XIM|African Export-Import Bank|
        XCC|Caribbean Community|
        XCE|Council of Europe|
        XCO|Common Market for Eastern and Southern Africa|
        XEC|Economic Community of West African States|
        XMP|Parliamentary Assembly of the Mediterranean|
        XOM|Sovereign Military Order of Malta|
        XPO|Interpol|
        XDC|Southern African Development Community|
        XXA||Stateless
        XXB||Refugee
        XXC||
        XXX||
        UTO|Utopia;Republic of Utopia|Utopian
        """
}
